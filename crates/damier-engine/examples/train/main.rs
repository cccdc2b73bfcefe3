//! How the weights of the evaluation come about: games against itself, a regression, a match that decides.
//!
//! ```text
//! train selfplay GAME FILE GAMES [NODES] [SEED] [EVALUATION]    adds games to a file until it has so many
//! train fit GAME OUT FILE… [score=0.7] [spread=8]               learns weights from such files
//! train match GAME EVALUATION EVALUATION [GAMES] [NODES] [SEED] each opening with both colours
//! train speed GAME EVALUATION FILE                              nanoseconds for a position of the file
//! ```
//!
//! An evaluation is `hand`, `built-in` or a file of weights.

mod contest;
mod fit;
mod record;
mod speed;

use std::process::ExitCode;

use damier_engine::{Handmade, Judge, Learned};
use damier_rules::{Variant, for_each_game, games};

/// What is to be done with a game.
#[derive(Clone, Debug)]
enum Work {
    Record(record::Options),
    Fit(fit::Options),
    Match(contest::Options),
    Speed(speed::Options),
}

impl Work {
    fn run<V: Variant>(&self, variant: V) -> Result<(), String> {
        match self {
            Work::Record(options) => options.run(variant),
            Work::Fit(options) => options.run(variant),
            Work::Match(options) => options.run(variant),
            Work::Speed(options) => options.run(variant),
        }
    }
}

fn main() -> ExitCode {
    let (named, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.contains('='));
    match work(&words, &named).and_then(|(id, work)| run(&id, &work)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn work(words: &[String], named: &[String]) -> Result<(String, Work), String> {
    let usage = "train selfplay|fit|match|speed GAME …: see the head of examples/train/main.rs";
    let [verb, id, rest @ ..] = words else {
        return Err(usage.to_owned());
    };
    let number = |index: usize, default: u64| match rest.get(index) {
        None => Ok(default),
        Some(word) => word
            .parse()
            .map_err(|_| format!("{word:?}: a whole number is expected")),
    };
    let word = |index: usize| rest.get(index).cloned().ok_or(usage.to_owned());
    let option = |name: &str, default: f64| {
        let value = named.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.map_or(Ok(default), |value| {
            value
                .parse()
                .map_err(|_| format!("{name}={value}: a number is expected"))
        })
    };
    let work = match &verb[..] {
        "selfplay" => Work::Record(record::Options {
            path: word(0)?,
            games: u32::try_from(number(1, 100)?).map_err(|_| "too many games")?,
            nodes: number(2, 500)?,
            seed: number(3, 1)?,
            evaluation: word(4).unwrap_or("built-in".to_owned()),
        }),
        "fit" => Work::Fit(fit::Options {
            out: word(0)?,
            files: rest[1..].to_vec(),
            share: option("score", 0.7)?,
            spread: option("spread", 8.0)?,
        }),
        "match" => Work::Match(contest::Options {
            evaluations: [word(0)?, word(1)?],
            games: number(2, 400)?,
            nodes: number(3, 2000)?,
            seed: number(4, 7)?,
        }),
        "speed" => Work::Speed(speed::Options {
            evaluation: word(0)?,
            file: word(1)?,
        }),
        _ => return Err(usage.to_owned()),
    };
    Ok((id.clone(), work))
}

fn run(id: &str, work: &Work) -> Result<(), String> {
    macro_rules! run {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(
                if id == $rules.id {
                    return work.run(games::$game);
                }
            )*
        };
    }
    for_each_game!(run);
    Err(format!("no game {id:?}"))
}

/// An evaluation by its name or file.
fn judge<V: Variant>(variant: V, word: &str) -> Result<Judge<V::Word>, String> {
    match word {
        "hand" => Ok(Judge::Handmade(Handmade::new(variant))),
        "built-in" => Ok(Judge::of(variant)),
        file => {
            let learned = Learned::read(variant, &bytes(file)?).map_err(|error| format!("{file}: {error}"))?;
            Ok(Judge::Learned(learned))
        }
    }
}

fn bytes(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("{file}: {error}"))
}
