use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_rules::rules::Rules;
use damier_rules::variant::Custom;
use damier_rules::{AnyGame, Variant};
use damier_tables::file::Writing;
use damier_tables::{Material, Order, Plan, Shelf, Watch, build};

/// A folder that goes when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("damier-tables-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn order(folder: &Path, pieces: u8) -> Order {
    Order {
        folder: folder.to_owned(),
        pieces,
        only: Vec::new(),
        plan: Plan::distances(2),
        writing: Writing { level: 3, threads: 2 },
        memory: None,
    }
}

pub fn game(id: &str) -> AnyGame {
    AnyGame::find(id).expect("a game")
}

/// A game of the list on a board of another size, or as it is.
pub fn custom(id: &str, change: impl FnOnce(&mut Rules)) -> AnyGame {
    let mut rules = *game(id).rules();
    change(&mut rules);
    AnyGame::custom(game(id), rules).expect("a game")
}

/// Every table up to so many pieces, in memory.
pub fn shelf<V: Variant>(variant: V, pieces: u8, plan: Plan) -> Shelf<V::Word> {
    let mut shelf = Shelf::default();
    for material in (2..=pieces).flat_map(|pieces| Material::all(variant.rules(), pieces)) {
        if shelf.get(material).is_none() {
            for slice in build(variant, material, &shelf, plan, &Watch::default()).expect("a slice") {
                shelf.put(Arc::new(slice));
            }
        }
    }
    shelf
}

/// Calls a function with the variant of a game made at run time.
pub fn with_custom(game: AnyGame, narrow: impl FnOnce(Custom<u64>), wide: impl FnOnce(Custom<u128>)) {
    match game {
        AnyGame::Custom64(custom) => narrow(custom),
        AnyGame::Custom128(custom) => wide(custom),
        listed => panic!("{listed:?} was not made at run time"),
    }
}
