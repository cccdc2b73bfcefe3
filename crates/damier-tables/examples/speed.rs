//! What tables cost: `speed GAME PIECES THREADS [FOLDER]` builds them, in memory or into a folder, says what is in them
//! and how long it took, and probes them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use damier_rules::Variant;
use damier_rules::games::{International, Russian};
use damier_rules::zobrist::mix;
use damier_tables::file::{self, Writing};
use damier_tables::{Counts, Kind, Material, Order, Plan, Set, Shelf, Watch, build, make};

/// Processor seconds of this process so far, all threads together; 0 where the system does not say so in this way.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time, in hundredths.
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
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
    if std::env::var_os("NO_SIZES").is_some() {
        return;
    }
    sizes(&shelf, variant);
    random_and_in_order(&shelf);
}

/// What the files of the largest slices take at several levels of compression.
fn sizes<V: Variant>(shelf: &Shelf<V::Word>, variant: V) {
    let folder = std::env::temp_dir();
    for level in [3, 9, 15, 19] {
        let (mut total, begun) = ([0, 0], Instant::now());
        for slice in shelf.iter() {
            for kind in [Kind::Wdl, Kind::Dtw] {
                let path = folder.join(format!("damier-speed-{}.{}", std::process::id(), kind.name()));
                let writing = Writing { level, threads: 1 };
                file::write(slice, kind, variant.rules(), &path, writing, &AtomicBool::new(false)).expect("a file");
                total[kind as usize] += std::fs::metadata(&path).expect("a size").len();
                std::fs::remove_file(path).expect("removed");
            }
        }
        eprintln!("level {level}: {total:?} bytes, {:.2} s", begun.elapsed().as_secs_f64());
    }
}

fn random_and_in_order<B: damier_rules::Bits>(shelf: &Shelf<B>) {
    let Some(slice) = shelf.iter().max_by_key(|slice| slice.counts.positions()) else {
        return;
    };
    let len = slice.index().len();
    let begun = Instant::now();
    let wins = (0..len).filter(|&index| slice.verdict(index).is_win()).count();
    eprintln!(
        "in order: {:.1} M/s ({wins})",
        len as f64 / begun.elapsed().as_secs_f64() / 1e6
    );
}

fn into_folder<V: Variant>(variant: V, pieces: u8, plan: Plan, folder: PathBuf) {
    let begun = Instant::now();
    let order = Order {
        folder: folder.clone(),
        pieces,
        plan,
        writing: Writing {
            level: 19,
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
    let largest = Material::all(variant.rules(), pieces)
        .into_iter()
        .max_by_key(|&material| damier_tables::Index::new(variant.tables(), material).len());
    let index = damier_tables::Index::new(variant.tables(), largest.expect("a slice"));
    let boards: Vec<_> = (0..1_000_000u64)
        .map(|at| index.position(mix(at) % index.len()).board(variant))
        .filter(|board| !board.can_capture(board.turn))
        .collect();
    for round in 0..3 {
        let begun = Instant::now();
        let wins = boards
            .iter()
            .filter(|board| set.quiet(board) == Some(damier_tables::Wdl::Win))
            .count();
        let seconds = begun.elapsed().as_secs_f64();
        eprintln!(
            "round {round}: {:.2} M random probes/s ({wins})",
            boards.len() as f64 / seconds / 1e6
        );
    }
}

fn run<V: Variant>(variant: V, pieces: u8, threads: usize, folder: Option<PathBuf>) {
    let plan = Plan::distances(threads);
    match folder {
        Some(folder) => into_folder(variant, pieces, plan, folder),
        None => in_memory(variant, pieces, plan),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (pieces, threads, folder) = (number(1, 4) as u8, number(2, 1), arguments.get(3).map(PathBuf::from));
    match arguments.first().map(String::as_str) {
        Some("russian") => run(Russian, pieces, threads, folder),
        Some("international") | None => run(International, pieces, threads, folder),
        Some(other) => eprintln!("{other}: international or russian"),
    }
}
