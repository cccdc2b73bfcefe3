//! What tables cost: `speed GAME PIECES THREADS [FOLDER [LEVEL [MEGABYTES [TABLE]]]]` builds them, in memory or into a
//! folder, compressed at a level, in so much memory (0: what is free), all or one with what it needs; says what is in them
//! and how long it took, and probes them. Processor seconds are told where other programs would disturb a clock.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use damier_rules::games::{International, Russian};
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Board, Variant};
use damier_tables::batch::{Row, many};
use damier_tables::file::{self, Writing};
use damier_tables::index::Sets;
use damier_tables::{Counts, Event, Index, Kind, Material, Order, Plan, Set, Shelf, Watch, Wdl, build, make};

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

/// What the files of the slices take at several levels of compression.
fn sizes<V: Variant>(shelf: &Shelf<V::Word>, variant: V) {
    let folder = std::env::temp_dir();
    for level in [3, 5, 7, 9, 12, 15, 19] {
        let (mut total, mut seconds) = ([0, 0], [0.0, 0.0]);
        for kind in [Kind::Wdl, Kind::Dtw] {
            let begun = processor_seconds();
            for slice in shelf.iter() {
                let path = folder.join(format!("damier-speed-{}.{}", std::process::id(), kind.name()));
                let writing = Writing { level, threads: 1 };
                file::write(slice, kind, variant.rules(), &path, writing, &AtomicBool::new(false)).expect("a file");
                total[kind as usize] += std::fs::metadata(&path).expect("a size").len();
                std::fs::remove_file(path).expect("removed");
            }
            seconds[kind as usize] = processor_seconds() - begun;
        }
        eprintln!("level {level}: {total:?} bytes, {seconds:.2?} processor s");
    }
}

fn in_order<B: Bits>(shelf: &Shelf<B>) {
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

/// How fast quiet positions of tables of so many pieces are probed, at random, once they have been read: of the largest
/// one, and of all.
fn random<V: Variant>(variant: V, set: &Set<V::Word>, pieces: u8) {
    let mut indexes: Vec<_> = set
        .slices()
        .map(|(material, _)| material)
        .filter(|material| material.pieces() == pieces)
        .map(|material| Index::new(variant.tables(), material))
        .collect();
    indexes.sort_by_key(Index::len);
    let Some(largest) = indexes.last() else { return };
    let total: u64 = indexes.iter().map(Index::len).sum();
    let any = |at: u64| {
        let mut number = mix(at) % total;
        let mut indexes = indexes.iter();
        loop {
            match indexes.next() {
                Some(index) if number < index.len() => break index.position(number),
                Some(index) => number -= index.len(),
                None => break largest.position(0),
            }
        }
    };
    let quiet = |position: &dyn Fn(u64) -> Sets<V::Word>| -> Vec<Board<V>> {
        let boards = (0..500_000).map(|at| position(at).board(variant));
        boards.filter(|board| !board.can_capture(board.turn)).collect()
    };
    for (what, boards) in [
        (
            largest.material().to_string(),
            quiet(&|at| largest.position(mix(at) % largest.len())),
        ),
        (format!("{pieces} pieces"), quiet(&any)),
    ] {
        let probe = || {
            let won = |board: &&Board<V>| set.quiet(board) == Some(Wdl::Win);
            boards.iter().filter(won).count()
        };
        let mut wins = probe();
        let begun = processor_seconds();
        for _ in 0..ROUNDS {
            wins += probe();
        }
        let seconds = processor_seconds() - begun;
        let number = ROUNDS * boards.len();
        eprintln!(
            "{what}: {:.2} M random probes/s ({wins} of {number} won)",
            number as f64 / seconds / 1e6
        );
        together(variant, set, &boards);
    }
}

/// How fast the same positions are probed all at once, on one thread.
fn together<V: Variant>(variant: V, set: &Set<V::Word>, boards: &[Board<V>]) {
    let (rules, geometry) = (variant.rules(), &variant.tables().geometry);
    let bits: Vec<Option<u8>> = (1..=rules.squares() as u32)
        .map(|number| geometry.bit(rules, rules.numbering, number))
        .collect();
    let row = |set: V::Word| -> u64 {
        let number = |bit| bits.iter().position(|&other| other == Some(bit)).expect("a square");
        set.each().map(|bit| 1 << number(bit)).sum()
    };
    let rows: Vec<Row> = boards
        .iter()
        .map(|board| {
            let [white, black] = board.pieces;
            [
                white & !board.kings,
                white & board.kings,
                black & !board.kings,
                black & board.kings,
            ]
            .map(row)
        })
        .collect();
    let turns: Vec<u8> = boards.iter().map(|board| board.turn.index() as u8).collect();
    for kind in [Kind::Wdl, Kind::Dtw] {
        let begun = processor_seconds();
        for _ in 0..ROUNDS {
            many(variant, set, kind, &rows, &turns, 1).expect("values");
        }
        let seconds = processor_seconds() - begun;
        let number = (ROUNDS * rows.len()) as f64;
        eprintln!("  at once, {}: {:.2} M/s", kind.name(), number / seconds / 1e6);
    }
}

fn into_folder<V: Variant>(variant: V, order: &Order) {
    let begun = Instant::now();
    let mut report = |event: Event| {
        let said = match event {
            Event::Begins { positions } => format!("{positions} positions"),
            Event::Slice { material, positions } => format!("{material}: {positions} positions"),
            Event::Done { material, counts } => format!("{material} done: {counts:?}"),
        };
        let (wall, processor) = (begun.elapsed().as_secs_f64(), processor_seconds());
        eprintln!("{wall:.2} s, {processor:.2} processor s: {said}");
    };
    make(variant, order, &Watch::default(), &mut report).expect("tables");
    eprintln!(
        "built in {:.2} s, {:.2} processor s",
        begun.elapsed().as_secs_f64(),
        processor_seconds()
    );
    eprintln!("at most {} MB of memory", peak_memory() >> 20);
    let (set, problems) = Set::open(variant, std::slice::from_ref(&order.folder));
    assert!(problems.is_empty(), "{problems:?}");
    for pieces in 4..=order.pieces {
        random(variant, &set, pieces);
    }
}

/// Bytes that this process has had in memory at most; 0 where the system does not say so in this way.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (pieces, threads) = (number(1, 4) as u8, number(2, 1));
    let plan = Plan::distances(threads);
    let order = arguments.get(3).map(|folder| Order {
        folder: PathBuf::from(folder),
        pieces,
        only: arguments
            .get(6)
            .map(|name| name.parse().expect("a table"))
            .into_iter()
            .collect(),
        plan,
        writing: Writing {
            level: number(4, file::USUAL_LEVEL as usize) as i32,
            threads,
        },
        memory: Some(number(5, 0) as u64)
            .filter(|&megabytes| megabytes > 0)
            .map(|megabytes| megabytes << 20),
    });
    match (arguments.first().map(String::as_str), &order) {
        (Some("russian"), Some(order)) => into_folder(Russian, order),
        (Some("russian"), None) => in_memory(Russian, pieces, plan),
        (Some("international") | None, Some(order)) => into_folder(International, order),
        (Some("international") | None, None) => in_memory(International, pieces, plan),
        (Some(other), _) => eprintln!("{other}: international or russian"),
    }
}
