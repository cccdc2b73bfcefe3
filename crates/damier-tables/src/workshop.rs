//! Building the tables of a game into a folder: slice by slice, each finished before the next one is begun, so that a
//! build that was killed goes on where it was.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use damier_rules::Variant;
use damier_rules::rules::Rules;
use fs4::fs_std::FileExt;

use crate::build::{self, BuildError, Plan, Watch};
use crate::file::{self, FileError, Kind, Writing};
use crate::index::Index;
use crate::material::{MOST_PIECES, Material};
use crate::probe::{name_of, open_as};
use crate::restore::restore;
use crate::ruleset;
use crate::slice::{Counts, Shelf, Slice};
use crate::spill::Spill;

/// The file that a builder holds locked.
const LOCK: &str = ".lock";
pub const MANIFEST: &str = "manifest.json";
/// Bytes that are left free on the disk.
const SPARE_DISK: u64 = 64 << 20;
/// Positions in a compressed byte, at the least: what a build asks the disk for before it begins.
const POSITIONS_PER_BYTE: u64 = 6;

/// What to build, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    pub folder: PathBuf,
    /// Up to so many pieces, both sides together.
    pub pieces: u8,
    /// Of those only these slices, with their flips and the slices that they lead to; all where there are none.
    pub only: Vec<Material>,
    pub plan: Plan,
    pub writing: Writing,
    /// Bytes of memory that may be used; what the machine has free where it is `None` and can be known.
    pub memory: Option<u64>,
}

impl Order {
    pub fn kinds(&self) -> Vec<Kind> {
        let wanted = |kind: &Kind| match kind {
            Kind::Wdl => true,
            Kind::Dtw => self.plan.dtw,
            Kind::Dtc => self.plan.dtc,
        };
        Kind::ALL.into_iter().filter(wanted).collect()
    }
}

/// What a build tells while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// So many positions are to be built; more may have been built before.
    Begins { positions: u64 },
    /// A slice and its flip come next.
    Slice { material: Material, positions: u64 },
    /// A slice lies in the folder.
    Done { material: Material, counts: Counts },
}

/// Why the tables could not be built.
#[derive(Debug)]
pub enum WorkError {
    Build(BuildError),
    File(FileError),
    /// Somebody else builds in this folder.
    Locked(PathBuf),
    /// Free and needed bytes.
    Disk {
        folder: PathBuf,
        free: u64,
        needed: u64,
    },
    Memory {
        material: Material,
        free: u64,
        needed: u64,
    },
    /// 2 up to [`MOST_PIECES`].
    Pieces(u8),
    /// A slice that was asked for has more pieces than that.
    Larger(Material, u8),
    /// The game can have no tables.
    Game(String),
}

impl std::fmt::Display for WorkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let megabytes = |bytes: &u64| bytes.div_ceil(1 << 20);
        match self {
            WorkError::Build(error) => error.fmt(f),
            WorkError::File(error) => error.fmt(f),
            WorkError::Locked(folder) => {
                write!(f, "{}: another program is building tables here", folder.display())
            }
            WorkError::Disk { folder, free, needed } => write!(
                f,
                "{}: the tables may take {} MB, and {} MB are free",
                folder.display(),
                megabytes(needed),
                megabytes(free)
            ),
            WorkError::Memory { material, free, needed } => write!(
                f,
                "building {material} takes {} MB of memory, and {} MB may be used",
                megabytes(needed),
                megabytes(free)
            ),
            WorkError::Game(why) => f.write_str(why),
            WorkError::Larger(material, pieces) => {
                write!(
                    f,
                    "{material} has {} pieces, and tables up to {pieces} were asked for",
                    material.pieces()
                )
            }
            WorkError::Pieces(pieces) => {
                write!(f, "{pieces} pieces: tables have 2 to {MOST_PIECES}")
            }
        }
    }
}

impl std::error::Error for WorkError {}

impl From<BuildError> for WorkError {
    fn from(error: BuildError) -> WorkError {
        WorkError::Build(error)
    }
}

impl From<FileError> for WorkError {
    fn from(error: FileError) -> WorkError {
        WorkError::File(error)
    }
}

/// Builds what is not there yet.
pub fn make<V: Variant>(
    variant: V,
    order: &Order,
    watch: &Watch,
    report: &mut dyn FnMut(Event),
) -> Result<(), WorkError> {
    if !(2..=MOST_PIECES).contains(&order.pieces) {
        return Err(WorkError::Pieces(order.pieces));
    }
    let io_error = |error| FileError::Io(order.folder.clone(), error);
    if order.folder.is_file() {
        let what = "this is a file, and tables need a folder";
        return Err(io_error(io::Error::new(io::ErrorKind::NotADirectory, what)).into());
    }
    std::fs::create_dir_all(&order.folder).map_err(io_error)?;
    let lock = File::create(order.folder.join(LOCK)).map_err(io_error)?;
    if !FileExt::try_lock_exclusive(&lock).map_err(io_error)? {
        return Err(WorkError::Locked(order.folder.clone()));
    }
    // Whoever left these was killed: nobody else builds here.
    remove_parts(&order.folder).map_err(io_error)?;
    Work::new(variant, order, watch, report).run()
}

struct Work<'a, V: Variant> {
    variant: V,
    order: &'a Order,
    watch: &'a Watch,
    report: &'a mut dyn FnMut(Event),
    shelf: Shelf<V::Word>,
    /// What the shelf has no room for.
    spill: Spill,
    memory: Option<u64>,
    /// Slices that are still to be built.
    ahead: Vec<Material>,
    /// Bytes of the disk that their files may take.
    reserved: u64,
}

impl<'a, V: Variant> Work<'a, V> {
    fn new(variant: V, order: &'a Order, watch: &'a Watch, report: &'a mut dyn FnMut(Event)) -> Self {
        Work {
            variant,
            order,
            watch,
            report,
            shelf: Shelf::default(),
            spill: Spill::new(&order.folder),
            ahead: Vec::new(),
            reserved: 0,
            memory: order.memory.or_else(available_memory),
        }
    }

    fn run(mut self) -> Result<(), WorkError> {
        let missing = self.missing()?;
        let positions = missing.iter().map(|&material| self.positions(material)).sum();
        (self.report)(Event::Begins { positions });
        self.check_disk(positions)?;
        for (nth, &material) in missing.iter().enumerate() {
            if self.shelf.get(material).is_some() && self.is_there(material)? {
                // Built as the flip of the one before it.
                continue;
            }
            self.ahead = missing[nth..].to_vec();
            let needed = self.needed(material);
            self.make_room(material, &needed)?;
            for &other in &needed {
                self.fetch(other)?;
            }
            self.slice(material)?;
        }
        write_manifest(self.variant.rules(), &self.order.folder)
            .map_err(|error| FileError::Io(self.order.folder.join(MANIFEST), error).into())
    }

    /// What was asked for: everything, or some slices with those that moves lead to.
    fn wanted(&self) -> Result<impl Fn(Material) -> bool + use<V>, WorkError> {
        let rules = self.variant.rules();
        let mut wanted = vec![self.order.only.is_empty(); Material::CODES];
        let mut more = self.order.only.clone();
        if let Some(&large) = more.iter().find(|material| material.pieces() > self.order.pieces) {
            return Err(WorkError::Larger(large, self.order.pieces));
        }
        if let Some(&odd) = more.iter().find(|material| !material.is_possible(rules)) {
            return Err(BuildError::Impossible(odd).into());
        }
        while let Some(material) = more.pop() {
            if !std::mem::replace(&mut wanted[material.code()], true) {
                more.push(material.flip());
                more.extend(material.successors(rules));
            }
        }
        Ok(move |material: Material| wanted[material.code()])
    }

    /// The slices that are not in the folder, in the order in which they can be built.
    fn missing(&self) -> Result<Vec<Material>, WorkError> {
        let mut missing = Vec::new();
        let is_wanted = self.wanted()?;
        for pieces in 2..=self.order.pieces {
            for material in Material::all(self.variant.rules(), pieces) {
                if is_wanted(material) && !self.is_there(material)? {
                    missing.push(material);
                }
            }
        }
        Ok(missing)
    }

    fn path(&self, material: Material, kind: Kind) -> PathBuf {
        self.order.folder.join(format!("{material}.{}", kind.name()))
    }

    /// Are all files of a slice there and whole, as far as their headers and directories tell? Those of another game are
    /// an error: they are not to be written over.
    fn is_there(&self, material: Material) -> Result<bool, WorkError> {
        for kind in self.order.kinds() {
            let path = self.path(material, kind);
            match open_as(&path, self.variant.rules(), material, kind) {
                Ok(_) => (),
                Err(FileError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                Err(FileError::Damaged(..)) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    fn positions(&self, material: Material) -> u64 {
        Index::new(self.variant.tables(), material).len()
    }

    fn check_disk(&mut self, positions: u64) -> Result<(), WorkError> {
        let folder = &self.order.folder;
        let free = fs4::available_space(folder).map_err(|error| FileError::Io(folder.clone(), error))?;
        let needed = positions / POSITIONS_PER_BYTE * self.order.kinds().len() as u64 + SPARE_DISK;
        if positions > 0 && free < needed {
            return Err(WorkError::Disk {
                folder: folder.clone(),
                free,
                needed,
            });
        }
        self.reserved = needed;
        Ok(())
    }

    /// Takes from the shelf what is not needed now; what is needed later goes to the disk, if it has room.
    fn put_away(&mut self, needed: &[Material]) {
        let rules = self.variant.rules();
        let is_later = |material: Material| {
            let leads_to = |from: Material| from.successors(rules).contains(&material);
            self.ahead
                .iter()
                .any(|&ahead| leads_to(ahead) || leads_to(ahead.flip()))
        };
        for slice in self.shelf.iter() {
            let material = slice.material();
            if needed.contains(&material) || !is_later(material) {
                continue;
            }
            let free = fs4::available_space(&self.order.folder).unwrap_or(0);
            if free < self.reserved + slice.bytes() as u64 {
                break;
            }
            // Where it cannot be written it is restored from its files when its turn comes.
            let _ = self.spill.put(slice, self.order.plan.threads);
        }
        self.shelf.keep(|slice| needed.contains(&slice.material()));
    }

    /// The slices that have to be on the shelf, each after those that it is restored from.
    fn needed(&self, material: Material) -> Vec<Material> {
        let rules = self.variant.rules();
        let mut all = Vec::new();
        let mut more: Vec<Material> = [material, material.flip()]
            .iter()
            .flat_map(|side| side.successors(rules))
            .collect();
        while let Some(next) = more.pop() {
            if next == material || next == material.flip() || all.contains(&next) {
                continue;
            }
            all.push(next);
            // One that is not at hand is read, but for its captures, which are looked up.
            if self.shelf.get(next).is_none() && !self.spill.has(next) {
                let captures = next.successors(rules).into_iter();
                more.extend(captures.filter(|after| after.pieces() < next.pieces()));
            }
        }
        all.sort_by_key(|next| (next.pieces(), next.men()));
        all
    }

    /// Takes from the shelf what is not needed where memory would not do.
    fn make_room(&mut self, material: Material, needed: &[Material]) -> Result<(), WorkError> {
        let Some(free) = self.memory else { return Ok(()) };
        let bytes = |positions: u64| build::memory(positions, self.order.plan);
        let own = if material == material.flip() { 1 } else { 2 };
        let to_build =
            own * bytes(self.positions(material)) + build::working(self.variant, material, self.order.plan.threads);
        let to_fetch: u64 = needed
            .iter()
            .filter(|&&other| self.shelf.get(other).is_none())
            .map(|&other| bytes(self.positions(other)))
            .sum();
        let held = |shelf: &Shelf<V::Word>| shelf.iter().map(|slice| slice.bytes() as u64).sum::<u64>();
        if held(&self.shelf) + to_build + to_fetch > free {
            self.put_away(needed);
        }
        let total = held(&self.shelf) + to_build + to_fetch;
        if total > free {
            return Err(WorkError::Memory {
                material,
                free,
                needed: total,
            });
        }
        Ok(())
    }

    /// Puts a finished slice on the shelf.
    fn fetch(&mut self, material: Material) -> Result<(), WorkError> {
        if self.shelf.get(material).is_some() {
            return Ok(());
        }
        let rules = self.variant.rules();
        let threads = self.order.plan.threads;
        let away = self.spill.get(self.variant, material, threads);
        if let Some(slice) = away.map_err(|(path, error)| FileError::Io(path, error))? {
            self.shelf.put(Arc::new(slice));
            return Ok(());
        }
        let open = |kind| {
            let path = self.path(material, kind);
            open_as(&path, rules, material, kind)
        };
        let wdl = open(Kind::Wdl)?;
        let dtw = if self.order.plan.dtw {
            Some(open(Kind::Dtw)?)
        } else {
            None
        };
        let slice = restore(self.variant, &wdl, dtw.as_ref(), &self.shelf, threads)?;
        self.shelf.put(Arc::new(slice));
        Ok(())
    }

    fn slice(&mut self, material: Material) -> Result<(), WorkError> {
        let positions = self.positions(material) * if material == material.flip() { 1 } else { 2 };
        (self.report)(Event::Slice { material, positions });
        let slices = build::build(self.variant, material, &self.shelf, self.order.plan, self.watch)?;
        for slice in slices {
            self.write(&slice)?;
            (self.report)(Event::Done {
                material: slice.material(),
                counts: slice.counts,
            });
            self.shelf.put(Arc::new(slice.without_flags()));
        }
        Ok(())
    }

    /// The file of win, draw and loss comes last: where it is, the others are.
    fn write(&self, slice: &Slice<V::Word>) -> Result<(), WorkError> {
        for kind in self.order.kinds().into_iter().rev() {
            let path = self.path(slice.material(), kind);
            file::write(
                slice,
                kind,
                self.variant.rules(),
                &path,
                self.order.writing,
                &self.watch.stop,
            )
            .map_err(|error| {
                if self.watch.stop.load(Relaxed) {
                    WorkError::Build(BuildError::Stopped)
                } else {
                    error.into()
                }
            })?;
        }
        Ok(())
    }
}

fn remove_parts(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "part") {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Writes what is in a folder, for people and programs: one line for each slice.
pub fn write_manifest(rules: &Rules, folder: &Path) -> io::Result<()> {
    let mut lines: Vec<(u8, String)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some((material, Kind::Wdl)) = name_of(&path) else {
            continue;
        };
        let Ok(header) = file::TableFile::header_of(&path) else {
            continue;
        };
        let counts = header.counts;
        let kinds: Vec<String> = Kind::ALL
            .into_iter()
            .filter(|kind| path.with_extension(kind.name()).exists())
            .map(|kind| format!("\"{}\"", kind.name()))
            .collect();
        lines.push((
            material.pieces(),
            format!(
                "    \"{material}\": {{\"positions\": {}, \"wins\": {}, \"losses\": {}, \"draws\": {}, \
                 \"quiet\": [{}, {}, {}], \"longest_win\": {}, \"longest_loss\": {}, \"kinds\": [{}]}}",
                header.positions,
                counts.wins,
                counts.losses,
                counts.draws,
                counts.quiet[0],
                counts.quiet[1],
                counts.quiet[2],
                counts.longest_win,
                counts.longest_loss,
                kinds.join(", ")
            ),
        ));
    }
    lines.sort();
    let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    let path = folder.join(MANIFEST);
    let temporary = folder.join(format!("{MANIFEST}.part"));
    let mut out = File::create(&temporary)?;
    writeln!(out, "{{")?;
    writeln!(out, "  \"format\": {},", file::VERSION)?;
    writeln!(out, "  \"rules\": \"{}\",", ruleset::text(rules))?;
    writeln!(out, "  \"rules_hash\": \"{:016x}\",", ruleset::hash(rules))?;
    writeln!(out, "  \"slices\": {{\n{}\n  }}\n}}", lines.join(",\n"))?;
    out.sync_all()?;
    std::fs::rename(temporary, path)
}

/// What the system says is free, where it says so.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

/// How many positions the tables of a game up to so many pieces have.
pub fn total<V: Variant>(variant: V, pieces: u8) -> u64 {
    (2..=pieces.min(MOST_PIECES))
        .flat_map(|pieces| Material::all(variant.rules(), pieces))
        .map(|material| Index::new(variant.tables(), material).len())
        .sum()
}
