//! Games of the engine against itself, and their files.

use std::collections::HashSet;

use damier_engine::sample::Form;
use damier_engine::selfplay::{Game, Games, Opening, Plan, play, play_from, write_header};
use damier_engine::{Judge, Search, Searchable, TowerJudge};
use damier_rules::{Bits, Board, Color, Position, Towers, Variant, for_each_game, for_each_tower_game, games};

fn some<V: Variant>(variant: V, count: u32) -> Vec<Game> {
    let (mut search, judge) = (Search::new(1), Judge::of(variant));
    let plan = Plan::of(variant.rules(), 5, 60);
    (0..count)
        .map(|number| play(variant, &mut search, &judge, &plan, number))
        .collect()
}

fn file<V: Variant>(variant: V, games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(Form::of(variant), &mut bytes).expect("memory");
    for game in games {
        game.write(Form::of(variant), &mut bytes).expect("memory");
    }
    bytes
}

fn read<V: Variant>(variant: V, bytes: &[u8]) -> Result<Vec<Game>, String> {
    Games::new(bytes, Form::of(variant)).map(Iterator::collect)
}

fn games_come_back<V: Variant>(variant: V) {
    let games = some(variant, 2);
    for game in &games {
        for sample in &game.samples {
            let board = sample.board(variant);
            assert!(!Color::BOTH.into_iter().any(|color| board.can_capture(color)));
        }
    }
    assert_eq!(read(variant, &file(variant, &games)), Ok(games));
}

#[test]
fn games_of_every_game_come_back_from_their_file() {
    macro_rules! check {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(games_come_back(games::$game);)*
        };
    }
    for_each_game!(check);
}

fn some_with_towers<V: Variant>(variant: V, count: u32) -> Vec<Game> {
    let (mut search, judge) = (Search::new(1), TowerJudge::of(variant));
    let plan = Plan::of(variant.rules(), 5, 60);
    (0..count)
        .map(|number| {
            play_from(
                &[Towers::start(variant).into()],
                &mut search,
                (&judge, None),
                &plan,
                number,
            )
        })
        .collect()
}

fn games_with_towers_come_back<V: Variant>(variant: V) {
    let games = some_with_towers(variant, 3);
    let pieces = Towers::start(variant).tops.occupied().count();
    let mut tall = 0;
    for sample in games.iter().flat_map(|game| &game.samples) {
        let towers = sample.towers(variant);
        assert!(!Color::BOTH.into_iter().any(|color| towers.can_capture(color)));
        let all: usize = towers.tops.occupied().each().map(|bit| towers.tower(bit).count()).sum();
        assert_eq!(all as u32, pieces, "nothing leaves the board");
        assert_eq!(towers.tops, sample.board(variant));
        tall += towers.tall.count();
    }
    assert!(tall > 20);
    let bytes = file(variant, &games);
    assert_eq!(read(variant, &bytes), Ok(games));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_ne!(read(variant, &damaged), read(variant, &bytes), "{at}");
    }
}

#[test]
fn games_with_towers_come_back_from_their_file() {
    macro_rules! check {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(games_with_towers_come_back(games::$game);)*
        };
    }
    for_each_tower_game!(check);
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let all = some(games::Russian, 4);
    let (mut search, judge) = (Search::new(1), Judge::of(games::Russian));
    let plan = Plan::of(games::Russian.rules(), 5, 60);
    assert_eq!(play(games::Russian, &mut search, &judge, &plan, 3), all[3]);
    assert_ne!(all[2].samples, all[3].samples);
}

#[test]
fn games_begin_from_all_openings_and_are_varied_there() {
    let start = Board::start(games::Russian);
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    let openings: Vec<_> = moves
        .iter()
        .map(|&m| Opening {
            position: start.play(m),
            ply: 1,
        })
        .collect();
    let (mut search, judge) = (Search::new(1), Judge::of(games::Russian));
    let plan = Plan::of(games::Russian.rules(), 5, 60).from_openings();
    assert_eq!(plan.opening, 0..=6);
    let of = |openings: &[_], search: &mut Search| -> Vec<Game> {
        (0..60)
            .map(|number| play_from(openings, search, (&judge, None), &plan, number))
            .collect()
    };
    let all = of(&openings, &mut search);
    assert_eq!(all, of(&openings, &mut search), "they follow from plan and number");
    let one = of(&openings[..1], &mut search);
    assert_ne!(all, one);
    let first = |game: &Game| game.samples.first().map(|sample| sample.ply);
    assert!(all.iter().filter_map(first).all(|ply| (1..=40).contains(&ply)));
    let begun: HashSet<_> = one
        .iter()
        .filter_map(|game| game.samples.first())
        .map(|sample| sample.pieces)
        .collect();
    assert!(begun.len() > 20, "{}", begun.len());
}

#[test]
fn what_is_not_whole_is_left_out() {
    let all = some(games::Russian, 3);
    let bytes = file(games::Russian, &all);
    for length in 0..=bytes.len() {
        match read(games::Russian, &bytes[..length]) {
            Err(error) => assert!(length < 32 && error.starts_with("not a file"), "{length}: {error}"),
            Ok(games) => assert_eq!(games, all[..games.len()], "{length}"),
        }
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_ne!(read(games::Russian, &damaged).as_ref(), Ok(&all), "{at}");
    }
    assert!(read(games::Brazilian, &bytes).is_err());
}
