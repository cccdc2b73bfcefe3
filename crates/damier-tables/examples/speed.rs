//! What tables cost: `speed GAME PIECES THREADS [FOLDER [LEVEL]]` builds them, in memory or into a folder, compressed at a
//! level; says what is in them and how long it took, and probes them. Processor seconds are told where other programs
//! would disturb a clock.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use damier_rules::Variant;
use damier_rules::games::{International, Russian};
use damier_rules::zobrist::mix;
use damier_tables::file::{self, Writing};
use damier_tables::{Counts, Index, Kind, Material, Order, Plan, Set, Shelf, Watch, build, make};

/// How often probes are repeated.
const ROUNDS: usize = 10;

/// Processor seconds of this process so far, all threads together; 0 where the system does not say so in this way.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time, in hundredths.
    let ticks: f64 = fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

fn line(material: Material, counts: &Counts) {
    let captures = counts.positions() - counts.quiets();
    println!(
        "{material} | {} | {} | {} | {} | {captures} | {:?} | {} | {}",
        counts.positions(),
        counts.wins,
        counts.losses,
        counts.draws,
        counts.quiet,
        counts.longest_win,
        counts.longest_loss
    );
}

fn in_memory<V: Variant>(variant: V, pieces: u8, plan: Plan) {
    let mut shelf = Shelf::default();
    let (begun, mut positions) = (Instant::now(), 0);
    for count in 2..=pieces {
        for material in Material::all(variant.rules(), count) {
            if shelf.get(material).is_some() {
                continue;
            }
            let start = processor_seconds();
            let mut here = 0;
            for slice in build(variant, material, &shelf, plan, &Watch::default()).expect("a slice") {
                line(slice.material(), &slice.counts);
                here += slice.counts.positions();
                shelf.put(Arc::new(slice));
            }
            positions += here;
            let seconds = processor_seconds() - start;
            eprintln!(
                "{material}: {seconds:.2} processor s, {:.1} M/s",
                here as f64 / seconds.max(0.01) / 1e6
            );
        }
        eprintln!(
            "up to {count} pieces: {positions} positions, {:.2} s, {:.2} processor s",
            begun.elapsed().as_secs_f64(),
            processor_seconds()
        );
    }
    in_order(&shelf);
    sizes(&shelf, variant);
}

/// What the files of the largest slices take at several levels of compression.
fn sizes<V: Variant>(shelf: &Shelf<V::Word>, variant: V) {
    let folder = std::env::temp_dir();
    for level in [3, 6, 9, 12, 15, 19] {
        let (mut total, begun) = ([0, 0], processor_seconds());
        for slice in shelf.iter() {
            for kind in [Kind::Wdl, Kind::Dtw] {
                let path = folder.join(format!("damier-speed-{}.{}", std::process::id(), kind.name()));
                let writing = Writing { level, threads: 1 };
                file::write(slice, kind, variant.rules(), &path, writing, &AtomicBool::new(false)).expect("a file");
                total[kind as usize] += std::fs::metadata(&path).expect("a size").len();
                std::fs::remove_file(path).expect("removed");
            }
        }
        eprintln!(
            "level {level}: {total:?} bytes, {:.2} processor s",
            processor_seconds() - begun
        );
    }
}

fn in_order<B: damier_rules::Bits>(shelf: &Shelf<B>) {
    let Some(slice) = shelf.iter().max_by_key(|slice| slice.counts.positions()) else {
        return;
    };
    let (len, begun, mut wins) = (slice.index().len(), processor_seconds(), 0);
    for _ in 0..ROUNDS {
        wins += (0..len).filter(|&index| slice.verdict(index).is_win()).count();
    }
    let seconds = processor_seconds() - begun;
    eprintln!(
        "in order: {:.1} M/s ({wins})",
        ROUNDS as f64 * len as f64 / seconds / 1e6
    );
}

/// How fast quiet positions of the largest table of so many pieces are probed, at random, once it has been read.
fn random<V: Variant>(variant: V, set: &Set<V::Word>, pieces: u8) {
    let largest = Material::all(variant.rules(), pieces)
        .into_iter()
        .max_by_key(|&material| Index::new(variant.tables(), material).len());
    let index = Index::new(variant.tables(), largest.expect("a slice"));
    let boards: Vec<_> = (0..500_000)
        .map(|at| index.position(mix(at) % index.len()).board(variant))
        .filter(|board| !board.can_capture(board.turn))
        .collect();
    let probe = |boards: &[damier_rules::Board<V>]| {
        let won = |board: &&damier_rules::Board<V>| set.quiet(board) == Some(damier_tables::Wdl::Win);
        boards.iter().filter(won).count()
    };
    let mut wins = probe(&boards);
    let begun = processor_seconds();
    for _ in 0..ROUNDS {
        wins += probe(&boards);
    }
    let seconds = processor_seconds() - begun;
    let number = ROUNDS * boards.len();
    eprintln!(
        "{}: {:.2} M random probes/s ({wins} of {number} won)",
        index.material(),
        number as f64 / seconds / 1e6
    );
}

fn into_folder<V: Variant>(variant: V, pieces: u8, plan: Plan, folder: PathBuf, level: i32) {
    let begun = Instant::now();
    let order = Order {
        folder: folder.clone(),
        pieces,
        plan,
        writing: Writing {
            level,
            threads: plan.threads,
        },
        memory: None,
    };
    make(variant, &order, &Watch::default(), &mut |event| eprintln!("{event:?}")).expect("tables");
    eprintln!(
        "built in {:.2} s, {:.2} processor s",
        begun.elapsed().as_secs_f64(),
        processor_seconds()
    );
    let (set, problems) = Set::open(variant, &[folder]);
    assert!(problems.is_empty(), "{problems:?}");
    for pieces in 4..=pieces {
        random(variant, &set, pieces);
    }
}

fn run<V: Variant>(variant: V, pieces: u8, threads: usize, folder: Option<PathBuf>, level: i32) {
    let plan = Plan::distances(threads);
    match folder {
        Some(folder) => into_folder(variant, pieces, plan, folder, level),
        None => in_memory(variant, pieces, plan),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (pieces, threads, level) = (number(1, 4) as u8, number(2, 1), number(4, 12) as i32);
    let folder = arguments.get(3).map(PathBuf::from);
    match arguments.first().map(String::as_str) {
        Some("russian") => run(Russian, pieces, threads, folder, level),
        Some("international") | None => run(International, pieces, threads, folder, level),
        Some(other) => eprintln!("{other}: international or russian"),
    }
}
