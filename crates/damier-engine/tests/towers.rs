//! Games with towers and two games at once, against an opponent by chance and against one that counts pieces.

use damier_engine::{AnySearch, Evaluate, Limit, Root, Score, Search};
use damier_rules::any::AnyGame;
use damier_rules::history::{Draws, History};
use damier_rules::rules::Turn;
use damier_rules::twin::Twin;
use damier_rules::zobrist::mix;
use damier_rules::{AnyBoard, Bits, Board, Color, Move, Position, Rules, Towers, Variant, games};

/// Moves by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance(mix(seed))
    }

    fn choose(&mut self, moves: &[Move<u128>]) -> Move<u128> {
        self.0 = mix(self.0);
        moves[(self.0 % moves.len() as u64) as usize]
    }
}

/// Men are worth one, kings three: nothing else.
struct Material;

fn worth<V: Variant>(board: &Board<V>) -> Score {
    let side = |color: Color| board.men(color).count() as i32 * 100 + board.kings_of(color).count() as i32 * 300;
    Score::hundredths(side(board.turn) - side(board.turn.opposite()))
}

impl<V: Variant> Evaluate<Board<V>> for Material {
    type Memory = ();

    fn evaluate(&self, board: &Board<V>, _memory: &mut ()) -> Score {
        worth(board)
    }
}

impl<V: Variant> Evaluate<Towers<V>> for Material {
    type Memory = ();

    fn evaluate(&self, towers: &Towers<V>, _memory: &mut ()) -> Score {
        worth(&towers.tops)
    }
}

/// The move of a player who counts material four plies deep, in each game.
fn counts(history: &History, _: &mut Chance) -> Move<u128> {
    fn best<B: Bits, P: damier_engine::Searchable<Move = Move<B>>>(position: P) -> Move<u128>
    where
        Material: Evaluate<P>,
    {
        let root = Root::new(position, &[]);
        Search::new(1).run(&root, &Material, &Limit::depth(4), 1)[0].pv[0].wide()
    }
    // Only these games: a search for each kind of board takes long to build.
    let one = |board: &AnyBoard| match board {
        AnyBoard::Russian(board) => best(*board),
        AnyBoard::Custom64(board) => best(*board),
        AnyBoard::Bashni(packed) => best(packed.unpack()),
        AnyBoard::Lasca(packed) => best(packed.unpack()),
        _ => panic!("no game of this test"),
    };
    let board = history.board();
    match board.halves() {
        None => one(board),
        Some(halves) => {
            let over = board.verdicts().unwrap_or_default();
            let parts: Vec<(usize, Move<u128>)> = (0..2)
                .filter(|&half| over[half].is_none())
                .map(|half| (half, one(&halves[half])))
                .collect();
            board.join(&parts).expect("a move in each game")
        }
    }
}

fn by_chance(history: &History, chance: &mut Chance) -> Move<u128> {
    let mut moves = Vec::new();
    history.board().legal_moves(&mut moves);
    chance.choose(&moves)
}

/// Points of the engine, out of two a game (of Vigman's four, halved), and how many games it did not win.
fn play(game: AnyGame, games: u64, limit: &Limit, opponent: fn(&History, &mut Chance) -> Move<u128>) -> (f64, u64) {
    let (mut points, mut not_won) = (0.0, 0);
    for number in 0..games {
        let mut chance = Chance::new(number / 2);
        let mut search = AnySearch::new(4);
        let engine = if number % 2 == 0 { Color::White } else { Color::Black };
        let mut history = History::new(AnyBoard::start(game), Draws::default_of(game));
        let mut ply = 0;
        while history.outcome(true).is_none() && ply < 400 {
            let m = if ply < 4 {
                by_chance(&history, &mut chance)
            } else if history.board().turn() == engine {
                search.run(&history, limit, &[], 1, &mut |_| {})[0].pv[0]
            } else {
                opponent(&history, &mut chance)
            };
            history.push(m);
            ply += 1;
        }
        let own = match (history.points(), history.outcome(true)) {
            (Some(points), _) => f64::from(points[engine.index()]) / 2.0,
            (None, Some(outcome)) => match outcome.winner {
                None => 1.0,
                Some(winner) if winner == engine => 2.0,
                Some(_) => 0.0,
            },
            (None, None) => 1.0,
        };
        not_won += u64::from(own < 1.5);
        points += own;
    }
    println!("{}: {points} of {}, {not_won} not won", game.rules().id, 2 * games);
    (points, not_won)
}

const GAMES: [AnyGame; 3] = [AnyGame::Bashni, AnyGame::Lasca, AnyGame::Vigman];

#[test]
fn chance_is_beaten() {
    for game in GAMES {
        let (points, _) = play(game, 6, &Limit::nodes(2_000), by_chance);
        assert!(points >= 11.0, "{points} of 12");
    }
}

/// The measure of the engine: 100 games each.
#[test]
#[ignore = "minutes"]
fn a_hundred_games() {
    for game in GAMES {
        let (points, not_won) = play(game, 100, &Limit::nodes(2_000), by_chance);
        assert_eq!((points, not_won), (200.0, 0));
        let (points, _) = play(game, 100, &Limit::nodes(5_000), counts);
        assert!(points >= 160.0, "{points} of 200");
    }
}

#[test]
fn turns_of_two_moves_are_searched_half_by_half() {
    let rules = Rules {
        id: "two moves",
        turn: Turn::TwoMoves,
        ..*AnyGame::Vigman.rules()
    };
    let game = AnyGame::custom(AnyGame::Vigman, rules).expect("rules within bounds");
    let mut history = History::new(AnyBoard::start(game), Draws::default_of(game));
    let mut search = AnySearch::new(4);
    while history.outcome(true).is_none() && history.ply() < 300 {
        let lines = search.run(&history, &Limit::nodes(500), &[], 2, &mut |_| {});
        let mut moves = Vec::new();
        history.board().legal_moves(&mut moves);
        assert!(moves.contains(&lines[0].pv[0]));
        history.push(lines[0].pv[0]);
    }
    assert!(history.outcome(true).is_some());
}

#[test]
fn the_score_changes_sides_only_with_the_turn() {
    // White takes a man in either game, and Black can take back in neither: two men, whoever is asked.
    let at = |bits: &[(usize, Color)]| {
        let mut board = Board::start(games::Russian);
        board.pieces = [0; 2];
        let geometry = AnyGame::Russian.geometry();
        for &(number, color) in bits {
            board.pieces[color.index()] |= 1 << geometry.bit_of[number];
        }
        board
    };
    let one = at(&[
        (22, Color::White),
        (30, Color::White),
        (18, Color::Black),
        (1, Color::Black),
    ]);
    let twin = Twin::new([one, one], Color::White, Turn::OneInEach, [None; 2]);
    let pair = damier_engine::twin::Pair::new(twin, Default::default(), &[]);
    let judge = damier_engine::twin::Sum(Material);
    let root = Root::new(pair.clone(), &[]);
    let lines = Search::new(1).run(&root, &judge, &Limit::depth(2), 1);
    assert_eq!(lines[0].score, Score::hundredths(200));
    assert!(lines[0].pv.len() >= 2);
    let half = pair.play(lines[0].pv[0]);
    assert_eq!(half.turn(), Color::White);
    let after = half.play(lines[0].pv[1]);
    assert_eq!(after.turn(), Color::Black);
    assert_eq!(judge.judge(&after), Score::hundredths(-200));
}
