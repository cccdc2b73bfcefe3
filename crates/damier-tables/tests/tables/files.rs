//! Files that are damaged, cut, foreign or half built are told apart and never misread.

use std::sync::atomic::Ordering;

use damier_rules::games::{International, Poddavki, Russian};
use damier_rules::{Board, Position, Variant};
use damier_tables::{
    BuildError, FileError, Kind, Material, Order, Plan, ProbeError, Set, TableFile, Watch, WorkError, make,
};

use crate::common::{Folder, order};

fn built(pieces: u8) -> Folder {
    let folder = Folder::new();
    make(Russian, &order(&folder.0, pieces), &Watch::default(), &mut |_| ()).expect("tables");
    folder
}

fn open(folder: &Folder, name: &str) -> Result<TableFile, FileError> {
    TableFile::open(&folder.file(name), Russian.rules())
}

/// Several threads share a slice of kings alone, and the few placements of one man; where there are many, each takes some.
#[test]
fn threads_do_not_change_a_byte() {
    let built = |threads: usize| -> Vec<(String, Vec<u8>)> {
        let folder = Folder::new();
        let order = Order {
            only: ["KKvKK", "KKvKM"].map(|name| name.parse().expect("a table")).to_vec(),
            plan: Plan {
                dtc: true,
                ..Plan::distances(threads)
            },
            ..order(&folder.0, 4)
        };
        make(International, &order, &Watch::default(), &mut |_| ()).expect("tables");
        let names = folder.names().into_iter();
        names
            .map(|name| (name.clone(), std::fs::read(folder.file(&name)).expect("a file")))
            .collect()
    };
    let one = built(1);
    for threads in [2, 7, 64] {
        assert!(built(threads) == one, "{threads} threads");
    }
}

#[test]
fn a_file_tells_what_it_holds() {
    let folder = built(2);
    let header = open(&folder, "MvK.wdl").expect("a table").header().clone();
    assert_eq!(
        (header.kind, header.material),
        (Kind::Wdl, "MvK".parse::<Material>().expect("a slice"))
    );
    assert_eq!(
        (header.positions, header.counts.wins, header.counts.losses),
        (868, 67, 539)
    );
    assert!(header.rules.contains("promotion=in-passing"));
    open(&folder, "MvK.dtw").expect("a table").verify().expect("whole");
    let manifest = std::fs::read_to_string(folder.file("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"MvK\": {\"positions\": 868, \"wins\": 67, \"losses\": 539, \"draws\": 262"));
}

/// Whichever byte is changed, the file is refused or its block is.
#[test]
fn every_changed_byte_is_noticed() {
    let folder = built(2);
    let path = folder.file("MvM.dtw");
    let bytes = std::fs::read(&path).expect("a file");
    for at in (0..bytes.len()).step_by(7).chain(bytes.len() - 4..bytes.len()) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        std::fs::write(&path, &changed).expect("written");
        let found = open(&folder, "MvM.dtw").and_then(|file| file.verify());
        assert!(found.is_err(), "byte {at}");
    }
}

#[test]
fn every_length_is_checked() {
    let folder = built(2);
    let path = folder.file("MvM.wdl");
    let bytes = std::fs::read(&path).expect("a file");
    for len in 0..bytes.len() {
        std::fs::write(&path, &bytes[..len]).expect("written");
        assert!(open(&folder, "MvM.wdl").is_err(), "{len} bytes");
    }
    std::fs::write(&path, [&bytes[..], &[0]].concat()).expect("written");
    assert!(matches!(open(&folder, "MvM.wdl"), Err(FileError::Damaged(..))));
}

#[test]
fn foreign_files_are_refused_with_a_reason() {
    let folder = built(2);
    std::fs::write(folder.file("KvM.wdl"), b"Not a table at all, but text.").expect("written");
    assert!(matches!(open(&folder, "KvM.wdl"), Err(FileError::NotATable(_))));
    let error = TableFile::open(&folder.file("MvK.wdl"), Poddavki.rules()).expect_err("another game");
    assert!(
        error
            .to_string()
            .ends_with("built for other rules: goal=block, not goal=misere"),
        "{error}"
    );
    let mut bytes = std::fs::read(folder.file("KvK.wdl")).expect("a file");
    bytes[8] = 9;
    std::fs::write(folder.file("KvK.wdl"), bytes).expect("written");
    let error = open(&folder, "KvK.wdl").expect_err("another version");
    assert!(error.to_string().contains("format 9"), "{error}");
    // A table under the name of another one.
    std::fs::copy(folder.file("MvK.wdl"), folder.file("MvM.wdl")).expect("copied");
    let (set, problems) = Set::open(Russian, std::slice::from_ref(&folder.0));
    assert_eq!(problems.len(), 6, "{problems:?}");
    assert!(set.has("MvK".parse().expect("a slice"), Kind::Wdl));
    assert!(!set.has("MvM".parse().expect("a slice"), Kind::Wdl));
}

#[test]
fn a_set_says_what_it_does_not_know() {
    let folder = built(2);
    let (set, _) = Set::open(Russian, std::slice::from_ref(&folder.0));
    let start = Board::start(Russian);
    assert!(matches!(set.wdl(&start), Err(ProbeError::Missing(..))));
    assert_eq!(set.quiet(&start), None);
    assert!(matches!(
        set.dtc(&start.play(first(&start))),
        Err(ProbeError::Missing(_, Kind::Dtc))
    ));
    let (set, problems) = Set::open(Russian, &[folder.file("nowhere")]);
    assert_eq!((set.pieces(), problems.len()), (0, 1));
}

fn first<V: Variant>(board: &Board<V>) -> damier_rules::Move<V::Word> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves[0]
}

#[test]
fn distances_without_values_are_of_no_use() {
    let folder = built(2);
    std::fs::remove_file(folder.file("KvM.wdl")).expect("removed");
    let (set, problems) = Set::open(Russian, std::slice::from_ref(&folder.0));
    assert_eq!(problems.len(), 1);
    assert!(problems[0].to_string().contains("KvM.wdl is missing"));
    assert!(!set.has("KvM".parse().expect("a slice"), Kind::Dtw));
}

/// A build that ended early goes on where it was; what was cut off in mid-file is built again.
#[test]
fn a_build_goes_on_where_it_was() {
    let whole = built(3);
    let folder = Folder::new();
    let watch = Watch::default();
    let mut done = 0;
    let stopped = make(Russian, &order(&folder.0, 3), &watch, &mut |event| {
        if let damier_tables::Event::Done { .. } = event {
            done += 1;
            watch.stop.store(done == 7, Ordering::Relaxed);
        }
    });
    assert!(
        matches!(stopped, Err(WorkError::Build(BuildError::Stopped))),
        "{stopped:?}"
    );
    assert!(folder.names().len() < whole.names().len());
    std::fs::write(folder.file("KKvM.wdl.part"), b"half").expect("written");
    let bytes = std::fs::read(folder.file("KKvK.wdl")).expect("a file");
    std::fs::write(folder.file("KKvK.wdl"), &bytes[..bytes.len() / 2]).expect("written");
    let mut begun = Vec::new();
    make(Russian, &order(&folder.0, 3), &Watch::default(), &mut |event| {
        if let damier_tables::Event::Slice { material, .. } = event {
            begun.push(material.to_string());
        }
    })
    .expect("tables");
    assert!(!begun.contains(&"KvK".to_owned()), "{begun:?}");
    assert_eq!(folder.names(), whole.names());
    for name in whole.names() {
        let read = |folder: &Folder| std::fs::read(folder.file(&name)).expect("a file");
        assert_eq!(read(&folder), read(&whole), "{name}");
    }
}

/// Of all tables only some, with what they need: the same files as among all.
#[test]
fn some_tables_only() {
    let (whole, folder) = (built(3), Folder::new());
    let only = |names: &[&str]| Order {
        only: names.iter().map(|name| name.parse().expect("a slice")).collect(),
        ..order(&folder.0, 3)
    };
    let make = |order: &Order| make(Russian, order, &Watch::default(), &mut |_| ());
    make(&only(&["KvMM"])).expect("tables");
    let names: Vec<String> = folder
        .names()
        .into_iter()
        .filter(|name| name.ends_with(".wdl"))
        .collect();
    // Captures of one man or two, promotions, and all that with the sides changed.
    let expected = [
        "KKvK", "KKvM", "KMvK", "KMvM", "KvK", "KvKK", "KvKM", "KvM", "KvMM", "MMvK", "MvK", "MvKK", "MvKM",
    ];
    for name in &names {
        let stem = name.trim_end_matches(".wdl");
        assert!(expected.contains(&stem), "{name}");
        assert!(std::fs::read(folder.file(name)).expect("a file") == std::fs::read(whole.file(name)).expect("a file"));
    }
    assert!(names.contains(&"KvMM.wdl".to_owned()) && names.contains(&"MMvK.wdl".to_owned()));
    assert!(!names.contains(&"MMvM.wdl".to_owned()), "{names:?}");
    assert!(matches!(make(&only(&["KKvKK"])), Err(WorkError::Larger(_, 3))));
    make(&order(&folder.0, 3)).expect("tables");
    assert_eq!(folder.names(), whole.names());
}

#[test]
fn one_builder_at_a_time() {
    let folder = Folder::new();
    let order = order(&folder.0, 2);
    let mut second = None;
    make(Russian, &order, &Watch::default(), &mut |_| {
        second.get_or_insert_with(|| make(Russian, &order, &Watch::default(), &mut |_| ()));
    })
    .expect("tables");
    assert!(matches!(second, Some(Err(WorkError::Locked(_)))), "{second:?}");
}

#[test]
fn tables_of_another_game_are_not_written_over() {
    let folder = built(2);
    let before = std::fs::read(folder.file("KvK.wdl")).expect("a file");
    let error = make(International, &order(&folder.0, 2), &Watch::default(), &mut |_| ()).expect_err("another game");
    assert!(matches!(error, WorkError::File(FileError::Rules(..))), "{error}");
    assert_eq!(std::fs::read(folder.file("KvK.wdl")).expect("a file"), before);
}

/// With hardly any memory, and stopped again and again for want of it, a build makes the same files, byte by byte.
#[test]
fn little_memory_makes_the_same_tables() {
    let (ample, scarce) = (built(3), Folder::new());
    let mut refusals = 0;
    for kilobytes in (100..).step_by(20) {
        let order = Order {
            memory: Some(kilobytes << 10),
            ..order(&scarce.0, 3)
        };
        match make(Russian, &order, &Watch::default(), &mut |_| ()) {
            Ok(()) => break,
            Err(WorkError::Memory { .. }) => refusals += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refusals > 3, "{refusals}");
    assert_eq!(scarce.names(), ample.names());
    for name in ample.names() {
        assert_eq!(
            std::fs::read(scarce.file(&name)).expect("a file"),
            std::fs::read(ample.file(&name)).expect("a file"),
            "{name}"
        );
    }
}

/// The same with tables that have many blocks, and with the least memory that does: what was put away is read again.
#[test]
#[ignore = "takes a minute"]
fn little_memory_makes_the_same_tables_of_five_pieces() {
    let (ample, scarce) = (built(5), Folder::new());
    let mut refusals = 0;
    for megabytes in 1.. {
        let order = Order {
            memory: Some(megabytes << 20),
            ..order(&scarce.0, 5)
        };
        match make(Russian, &order, &Watch::default(), &mut |_| ()) {
            Ok(()) => break,
            Err(WorkError::Memory { .. }) => refusals += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refusals > 10, "{refusals}");
    assert_eq!(scarce.names(), ample.names());
    for name in ample.names() {
        let read = |folder: &Folder| std::fs::read(folder.file(&name)).expect("a file");
        assert!(read(&scarce) == read(&ample), "{name}");
    }
}

#[test]
fn what_cannot_be_built_is_said_before_it_is_begun() {
    let folder = Folder::new();
    let make = |order: Order| make(Russian, &order, &Watch::default(), &mut |_| ());
    for pieces in [0, 1, 9] {
        assert!(matches!(make(order(&folder.0, pieces)), Err(WorkError::Pieces(_))));
    }
    let little = Order {
        memory: Some(1_000),
        ..order(&folder.0, 3)
    };
    assert!(matches!(make(little), Err(WorkError::Memory { .. })));
    std::fs::write(folder.file("file"), b"").expect("written");
    assert!(matches!(
        make(order(&folder.file("file"), 2)),
        Err(WorkError::File(FileError::Io(..)))
    ));
}
