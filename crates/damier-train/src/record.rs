//! Games on file, played by as many threads as there are.
//!
//! Each game follows from the plan and its own number, so the file is the same however many threads there were, and a
//! run that was broken off goes on where it stopped: games that were not whole are played again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use damier_engine::sample::{Form, Kept};
use damier_engine::selfplay::{self, Game, Games, Opening, Plan};
use damier_engine::{Endings, Evaluate, Search};
/// The table of a search, in megabytes: it must be cleared before every game.
const TABLE: usize = 1;

/// How far the games have come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub games: u32,
    /// Quiet positions on file, those of earlier runs too.
    pub positions: u64,
}

/// Plays from some openings until a file has so many games or it is told to stop; `report` is called after every game.
pub fn record<P: Kept>(
    variant: P::Variant,
    openings: &[Opening<P>],
    (judge, endings): (&impl Evaluate<P>, Option<&dyn Endings<P>>),
    path: &Path,
    (plan, games, threads): (&Plan, u32, usize),
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Result<Progress, String> {
    let say = |error: io::Error| format!("{}: {error}", path.display());
    let form = Form::of(variant);
    let (file, begun) = open(form, path)?;
    let mut out = BufWriter::new(file);
    let mut progress = begun;
    report(progress);
    let next = AtomicU32::new(progress.games);
    let (tell, hear) = mpsc::sync_channel::<Game>(2 * threads);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || play(openings, (judge, endings), plan, (next, games), stop, &tell));
        }
        drop(tell);
        // Games end in any order and are written in that of their numbers.
        let mut early = BTreeMap::new();
        for game in hear {
            early.insert(game.number, game);
            while let Some(game) = early.remove(&progress.games) {
                if let Err(error) = game.write(form, &mut out) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(say(error));
                }
                progress.games += 1;
                progress.positions += game.samples.len() as u64;
                report(progress);
            }
        }
        out.flush().map_err(say)?;
        Ok(progress)
    })
}

fn play<P: Kept>(
    openings: &[Opening<P>],
    judges: (&impl Evaluate<P>, Option<&dyn Endings<P>>),
    plan: &Plan,
    (next, games): (&AtomicU32, u32),
    stop: &AtomicBool,
    tell: &mpsc::SyncSender<Game>,
) {
    let mut search = Search::new(TABLE);
    while !stop.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games {
            return;
        }
        let game = selfplay::play_from(openings, &mut search, judges, plan, number);
        if tell.send(game).is_err() {
            return;
        }
    }
}

/// A file that games are added to, and what is on it; what is not whole at its end is taken off.
fn open(form: Form, path: &Path) -> Result<(File, Progress), String> {
    let say = |error: io::Error| format!("{}: {error}", path.display());
    let mut options = OpenOptions::new();
    let mut file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(say)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(say)?;
    let mut progress = Progress { games: 0, positions: 0 };
    if bytes.is_empty() {
        selfplay::write_header(form, &mut file).map_err(say)?;
        return Ok((file, progress));
    }
    let mut games = Games::new(&bytes, form).map_err(|error| format!("{}: {error}", path.display()))?;
    for game in games.by_ref() {
        progress.games = game.number + 1;
        progress.positions += game.samples.len() as u64;
    }
    file.set_len(games.whole as u64).map_err(say)?;
    file.seek(SeekFrom::End(0)).map_err(say)?;
    Ok((file, progress))
}
