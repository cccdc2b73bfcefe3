//! The tables of a game, probed: captures are followed, quiet positions are read.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use damier_rules::geometry::Tables;
use damier_rules::rules::Rules;
use damier_rules::{Bits, Board, Move, Position, Variant};

use crate::cache::Cache;
use crate::compress::{PER_BYTE, unpack};
use crate::file::{FileError, Kind, TableFile};
use crate::index::Index;
use crate::material::Material;
use crate::value::{Best, Verdict, Wdl, odd_wins};
use crate::walk::Walk;

/// Slices of so many pieces are unpacked whole when they are first asked for.
pub const WHOLE: u8 = 4;
/// Megabytes of unpacked blocks of larger slices that are kept at the most: of win, draw and loss, which a search reads
/// everywhere, and of distances. As much is taken as the blocks need that were read.
pub const CACHE_MB: [usize; 2] = [512, 64];

/// Why a position has no value here.
#[derive(Debug)]
pub enum ProbeError {
    /// Its ending, or one that a capture leads to, is not at hand.
    Missing(Material, Kind),
    /// It is, and cannot be read.
    File(FileError),
}

impl std::fmt::Display for ProbeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProbeError::Missing(material, kind) => {
                let what = match kind {
                    Kind::Wdl => "table",
                    Kind::Dtw => "table of distances to the end (dtw)",
                    Kind::Dtc => "table of distances to the next conversion (dtc)",
                };
                write!(f, "no {what} for {material}")
            }
            ProbeError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProbeError {}

/// What the tables say of a quiet position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiet {
    Known(Verdict),
    /// Won or lost, in nobody knows how many plies.
    Without(Wdl),
}

/// One kind of values of a slice.
#[derive(Debug)]
struct Stored {
    file: TableFile,
    /// All of them unpacked, where the slice is small.
    whole: OnceLock<Vec<u8>>,
    /// The number of its first block in the cache.
    first: usize,
}

/// One slice.
#[derive(Debug)]
struct Entry<B> {
    index: Index<B>,
    /// By kind.
    stored: [Option<Stored>; 3],
    /// See [`Set::longest_on_road`].
    on_road: OnceLock<u16>,
}

impl Stored {
    #[cold]
    fn unpack(&self) -> Result<&[u8], FileError> {
        let mut whole = Vec::new();
        for number in 0..self.file.blocks() {
            whole.extend(self.file.block(number)?);
        }
        Ok(self.whole.get_or_init(|| whole))
    }
}

impl<B> Entry<B> {
    #[inline(always)]
    fn stored(&self, kind: Kind) -> Option<&Stored> {
        self.stored[kind as usize].as_ref()
    }

    fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.stored.iter().flatten().map(|stored| &stored.file)
    }
}

/// The tables of one game that were found in some folders. Many threads may probe at once.
#[derive(Debug)]
pub struct Set<B> {
    rules: &'static Rules,
    /// By [`Material::code`].
    entries: Vec<Option<Box<Entry<B>>>>,
    /// Unpacked blocks of win, draw and loss, and of distances.
    caches: [Cache; 2],
    pieces: u8,
}

impl<B: Bits> Set<B> {
    /// The tables in these folders; where two have the same one, that of the first folder counts. Also the files that
    /// cannot be used, and why.
    pub fn open<V: Variant<Word = B>>(variant: V, folders: &[PathBuf]) -> (Set<B>, Vec<FileError>) {
        let rules = variant.rules();
        let mut set = Set {
            rules,
            entries: (0..Material::CODES).map(|_| None).collect(),
            caches: Default::default(),
            pieces: 0,
        };
        let mut problems = Vec::new();
        for folder in folders {
            if let Err(problem) = set.add(variant.tables(), folder, &mut problems) {
                problems.push(problem);
            }
        }
        set.finish(&mut problems);
        (set, problems)
    }

    fn add(&mut self, tables: &Tables<B>, folder: &Path, problems: &mut Vec<FileError>) -> Result<(), FileError> {
        let io_error = |error| FileError::Io(folder.to_owned(), error);
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(io_error)? {
            paths.push(entry.map_err(io_error)?.path());
        }
        paths.sort();
        for path in paths {
            let Some((material, kind)) = name_of(&path) else {
                continue;
            };
            if !material.is_possible(self.rules) {
                continue;
            }
            let place = &mut self.entries[material.code()];
            if place.as_ref().is_some_and(|entry| entry.stored(kind).is_some()) {
                continue;
            }
            match open_as(&path, self.rules, material, kind) {
                Ok(file) => {
                    let entry = place.get_or_insert_with(|| {
                        Box::new(Entry {
                            index: Index::new(tables, material),
                            stored: [None, None, None],
                            on_road: OnceLock::new(),
                        })
                    });
                    if file.header().positions == entry.index.len() {
                        entry.stored[kind as usize] = Some(Stored {
                            file,
                            whole: OnceLock::new(),
                            first: 0,
                        });
                    } else {
                        let what = "it has another number of positions than its name".to_owned();
                        problems.push(FileError::Damaged(path, what));
                    }
                }
                Err(problem) => problems.push(problem),
            }
        }
        Ok(())
    }

    /// Distances alone do not tell who has won.
    fn finish(&mut self, problems: &mut Vec<FileError>) {
        for place in &mut self.entries {
            let Some(entry) = place else { continue };
            if entry.stored(Kind::Wdl).is_some() {
                self.pieces = self.pieces.max(entry.index.material().pieces());
                continue;
            }
            if let Some(file) = entry.files().next() {
                let other = format!("{}.wdl", entry.index.material());
                problems.push(FileError::Alone(file.path().to_owned(), other));
            }
            *place = None;
        }
        self.number_blocks();
    }

    /// Makes room for the blocks of slices that are not unpacked whole.
    fn number_blocks(&mut self) {
        let mut blocks = [0, 0];
        let entries = self.entries.iter_mut().flatten();
        for entry in entries.filter(|entry| entry.index.material().pieces() > WHOLE) {
            for stored in entry.stored.iter_mut().flatten() {
                let count = &mut blocks[cache_of(stored.file.header().kind)];
                stored.first = *count;
                *count += stored.file.blocks() as usize;
            }
        }
        self.caches = [Kind::Wdl, Kind::Dtw].map(|kind| {
            let place = cache_of(kind);
            Cache::new(blocks[place], kind.block_bytes(), CACHE_MB[place] << 20)
        });
    }

    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The most pieces that a slice has; 0 where there is none.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The slices, with their files.
    pub fn slices(&self) -> impl Iterator<Item = (Material, impl Iterator<Item = &TableFile>)> {
        let entries = self.entries.iter().flatten();
        entries.map(|entry| (entry.index.material(), entry.files()))
    }

    pub fn has(&self, material: Material, kind: Kind) -> bool {
        self.entry(material).is_some_and(|entry| entry.stored(kind).is_some())
    }

    #[inline(always)]
    fn entry(&self, material: Material) -> Option<&Entry<B>> {
        if material.pieces() > self.pieces || material.own.pieces() > 7 || material.other.pieces() > 7 {
            return None;
        }
        self.entries[material.code()].as_deref()
    }

    /// Each slice with the plies of its longest win or loss, [`u16::MAX`] where no distances are known.
    pub(crate) fn longest(&self) -> impl Iterator<Item = (Material, u16)> {
        self.entries.iter().flatten().map(|entry| {
            let counts = entry.stored(Kind::Dtw).map(|stored| stored.file.header().counts);
            let plies = counts.map_or(u16::MAX, |counts| counts.longest_win.max(counts.longest_loss));
            (entry.index.material(), plies)
        })
    }

    /// The plies of the longest win or loss of a slice in which a lone king stands on the main road, alone on it, and
    /// nothing can be captured; [`u16::MAX`] where that is not known, or too much to look through.
    pub(crate) fn longest_on_road<V: Variant<Word = B>>(&self, variant: V, material: Material) -> u16 {
        let Some(entry) = self.entry(material).filter(|_| material.pieces() <= WHOLE) else {
            return u16::MAX;
        };
        *entry
            .on_road
            .get_or_init(|| self.look_along_road(variant, entry).unwrap_or(u16::MAX))
    }

    /// `None` where a value is not known.
    fn look_along_road<V: Variant<Word = B>>(&self, variant: V, entry: &Entry<B>) -> Option<u16> {
        let road = B::narrow(variant.tables().geometry.main_road);
        let walk = Walk::new(variant, &entry.index);
        let mut longest = Some(0);
        for placement in 0..entry.index.placements() {
            walk.placement(placement, |_, board| {
                let on_road = board.occupied() & road;
                let is_lone = |pieces: B| pieces == on_road && pieces.count() == 1 && board.kings.meets(pieces);
                if board.pieces.into_iter().any(is_lone) && !board.can_capture(board.turn) {
                    let plies = match self.quiet_dtw(board) {
                        Some(Quiet::Known(verdict)) => Some(verdict.plies()),
                        _ => None,
                    };
                    longest = longest.zip(plies).map(|(longest, plies)| longest.max(plies));
                }
            });
        }
        longest
    }

    /// Every value against its checksum.
    pub fn verify(&self) -> Result<(), FileError> {
        for file in self.entries.iter().flatten().flat_map(|entry| entry.files()) {
            file.verify()?;
        }
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------------------------
    // Positions

    /// Win, draw or loss of a position in which nothing can be captured: the quickest of all questions. `None` where the
    /// tables do not know, or cannot be read.
    #[inline]
    pub fn quiet<V: Variant<Word = B>>(&self, board: &Board<V>) -> Option<Wdl> {
        let entry = self.entry(Material::of(board))?;
        self.wdl_at(entry, entry.index.of(board)).ok()
    }

    /// The same with the distance to the end, where the tables know it: 0 plies where they do not.
    #[inline]
    pub fn quiet_dtw<V: Variant<Word = B>>(&self, board: &Board<V>) -> Option<Quiet> {
        let entry = self.entry(Material::of(board))?;
        let index = entry.index.of(board);
        let wdl = self.wdl_at(entry, index).ok()?;
        if wdl == Wdl::Draw {
            return Some(Quiet::Known(Verdict::DRAW));
        }
        if entry.stored(Kind::Dtw).is_none() {
            return Some(Quiet::Without(wdl));
        }
        let half = u16::from(self.byte_at(entry, Kind::Dtw, index).ok()?);
        Some(Quiet::Known(self.distance(wdl, half)))
    }

    fn distance(&self, wdl: Wdl, half: u16) -> Verdict {
        match wdl {
            Wdl::Win => Verdict::win(2 * half + u16::from(odd_wins(self.rules))),
            Wdl::Draw => Verdict::DRAW,
            Wdl::Loss => Verdict::loss(2 * half + u16::from(!odd_wins(self.rules))),
        }
    }

    /// Win, draw or loss.
    pub fn wdl<V: Variant<Word = B>>(&self, board: &Board<V>) -> Result<Wdl, ProbeError> {
        if let Some(end) = ended(board) {
            return Ok(end.wdl());
        }
        if board.can_capture(board.turn) {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let mut best = Wdl::Loss;
            for m in moves {
                best = best.max(self.wdl(&board.play(m))?.flip());
                if best == Wdl::Win {
                    break;
                }
            }
            return Ok(best);
        }
        let entry = self.known(board, Kind::Wdl)?;
        self.wdl_at(entry, entry.index.of(board))
    }

    /// The value with the plies to the end of the game.
    pub fn dtw<V: Variant<Word = B>>(&self, board: &Board<V>) -> Result<Verdict, ProbeError> {
        if let Some(end) = ended(board) {
            return Ok(end);
        }
        if board.can_capture(board.turn) {
            let mut best = Best::NOTHING;
            for m in moves(board) {
                best.add(self.dtw(&board.play(m))?, false);
            }
            return Ok(best.verdict().unwrap_or(Verdict::DRAW));
        }
        let entry = self.known(board, Kind::Dtw)?;
        let index = entry.index.of(board);
        let wdl = self.wdl_at(entry, index)?;
        if wdl == Wdl::Draw {
            return Ok(Verdict::DRAW);
        }
        let half = u16::from(self.byte_at(entry, Kind::Dtw, index)?);
        Ok(self.distance(wdl, half))
    }

    /// The value with the plies to the next conversion: a capture or a man's move forward.
    pub fn dtc<V: Variant<Word = B>>(&self, board: &Board<V>) -> Result<Verdict, ProbeError> {
        if let Some(end) = ended(board) {
            return Ok(end);
        }
        if board.can_capture(board.turn) {
            return Ok(match self.wdl(board)? {
                Wdl::Win => Verdict::win(1),
                Wdl::Draw => Verdict::DRAW,
                Wdl::Loss => Verdict::loss(1),
            });
        }
        let entry = self.known(board, Kind::Dtc)?;
        let index = entry.index.of(board);
        let wdl = self.wdl_at(entry, index)?;
        let plies = match wdl {
            Wdl::Draw => return Ok(Verdict::DRAW),
            _ => u16::from(self.byte_at(entry, Kind::Dtc, index)?),
        };
        Ok(if wdl == Wdl::Win {
            Verdict::win(plies)
        } else {
            Verdict::loss(plies)
        })
    }

    /// Every legal move and what the position after it is worth to the side that made it, the best first: the shortest
    /// win, or the longest loss.
    pub fn moves<V: Variant<Word = B>>(&self, board: &Board<V>) -> Result<Vec<(Move<B>, Verdict)>, ProbeError> {
        let mut found = Vec::new();
        for m in moves(board) {
            let mut best = Best::NOTHING;
            best.add(self.dtw(&board.play(m))?, false);
            found.push((m, best.verdict().unwrap_or(Verdict::DRAW)));
        }
        found.sort_by_key(|&(_, verdict)| match verdict.wdl() {
            Wdl::Win => i32::from(verdict.plies()),
            Wdl::Draw => 1 << 20,
            Wdl::Loss => (1 << 21) - i32::from(verdict.plies()),
        });
        Ok(found)
    }

    fn known<V: Variant<Word = B>>(&self, board: &Board<V>, kind: Kind) -> Result<&Entry<B>, ProbeError> {
        let material = Material::of(board);
        self.entry(material)
            .filter(|entry| entry.stored(kind).is_some())
            .ok_or(ProbeError::Missing(material, kind))
    }

    // ---------------------------------------------------------------------------------------------------------------
    // Values

    #[inline(always)]
    fn wdl_at(&self, entry: &Entry<B>, index: u64) -> Result<Wdl, ProbeError> {
        let nth = (index % PER_BYTE as u64) as usize;
        Ok(wdl_of(unpack(self.byte_at(entry, Kind::Wdl, index)?, nth)))
    }

    /// The byte that the value of a position is in.
    #[inline(always)]
    fn byte_at(&self, entry: &Entry<B>, kind: Kind, index: u64) -> Result<u8, ProbeError> {
        let Some(stored) = entry.stored(kind) else {
            return Err(ProbeError::Missing(entry.index.material(), kind));
        };
        if let Some(whole) = stored.whole.get() {
            return Ok(whole[index as usize / kind.per_byte()]);
        }
        if entry.index.material().pieces() <= WHOLE {
            let whole = stored.unpack().map_err(ProbeError::File)?;
            return Ok(whole[index as usize / kind.per_byte()]);
        }
        let (number, nth) = kind.place(index);
        self.caches[cache_of(kind)]
            .read(stored.first + number as usize, nth / kind.per_byte(), || {
                stored.file.block(number)
            })
            .map_err(ProbeError::File)
    }

    // ---------------------------------------------------------------------------------------------------------------
    // Many positions, see [`crate::batch`]

    /// The number of a position in a slice that is there.
    #[inline(always)]
    pub(crate) fn number<V: Variant<Word = B>>(&self, board: &Board<V>, material: Material) -> u64 {
        self.entry(material).map_or(0, |entry| entry.index.of(board))
    }

    /// The value of the position with a number.
    pub(crate) fn value_at(&self, material: Material, kind: Kind, index: u64) -> Result<i16, ProbeError> {
        let entry = self.entry(material).ok_or(ProbeError::Missing(material, kind))?;
        let wdl = self.wdl_at(entry, index)?;
        if kind == Kind::Wdl || wdl == Wdl::Draw {
            return Ok(wdl as i16);
        }
        let plies = u16::from(self.byte_at(entry, kind, index)?);
        let verdict = match (kind, wdl) {
            (Kind::Dtw, _) => self.distance(wdl, plies),
            (_, Wdl::Win) => Verdict::win(plies),
            _ => Verdict::loss(plies),
        };
        Ok(verdict.signed() as i16)
    }
}

/// Which of [`Set::caches`] has the blocks of a kind.
#[inline(always)]
const fn cache_of(kind: Kind) -> usize {
    match kind {
        Kind::Wdl => 0,
        Kind::Dtw | Kind::Dtc => 1,
    }
}

fn moves<V: Variant>(board: &Board<V>) -> Vec<Move<V::Word>> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

/// The value of a position that the rules alone decide.
fn ended<V: Variant>(board: &Board<V>) -> Option<Verdict> {
    if !board.is_over() && !board.own().is_empty() && !board.enemy().is_empty() {
        return None;
    }
    let (_, winner) = board.end()?;
    Some(if winner == board.turn {
        Verdict::win(0)
    } else {
        Verdict::loss(0)
    })
}

/// The slice and the kind that a file's name tells.
pub fn name_of(path: &Path) -> Option<(Material, Kind)> {
    let ending = path.extension()?.to_str()?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == ending)?;
    Some((path.file_stem()?.to_str()?.parse().ok()?, kind))
}

/// Opens a file that should hold this.
pub fn open_as(path: &Path, rules: &Rules, material: Material, kind: Kind) -> Result<TableFile, FileError> {
    let file = TableFile::open(path, rules)?;
    let header = file.header();
    if header.material != material || header.kind != kind {
        let what = format!(
            "it holds {} of {}, not what its name says",
            header.kind.name(),
            header.material
        );
        return Err(FileError::Damaged(path.to_owned(), what));
    }
    Ok(file)
}

#[inline(always)]
const fn wdl_of(code: u8) -> Wdl {
    match code {
        0 => Wdl::Draw,
        1 => Wdl::Win,
        _ => Wdl::Loss,
    }
}
