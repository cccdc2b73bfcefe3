//! A slice on disk: one file for each kind of value, block by block, every part with its checksum.
//!
//! ```text
//! header    magic, version, kind, hash of the rules, slice, counts, sizes, the rules as text; its CRC-32
//! directory for each block its length and its CRC-32; the directory's own CRC-32
//! blocks    values in the order of the index, packed and compressed
//! end       CRC-32 of everything before it
//! ```
//!
//! All numbers are little-endian. Positions where the side to move can capture have no value of their own: whatever makes
//! the block smaller stands there, and the prober looks at the captures.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use damier_rules::Bits;
use damier_rules::rules::Rules;
use memmap2::Mmap;

use crate::compress::{PER_BYTE, Press, expand, pack};
use crate::material::{Force, Material};
use crate::ruleset;
use crate::share::share;
use crate::slice::{Counts, Slice};
use crate::value::{Verdict, Wdl};

const MAGIC: &[u8; 8] = b"DAMIER\x1aT";
/// Of the format.
pub const VERSION: u16 = 1;
/// The longest header: the text of the rules is far shorter.
const MOST_HEADER: usize = 4096;
/// Bytes of an unpacked block.
const BLOCK_BYTES: usize = 4096;
/// Numbers of the fixed part of the header, in bytes.
const FIXED: usize = 8 + 2 + 2 + 8 + 4 + 8 * 7 + 4 + 4 + 2 + 2 + 2;

/// What the values of a file tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Win, draw or loss.
    Wdl,
    /// Half the plies to the end of the game.
    Dtw,
    /// Plies to the next conversion.
    Dtc,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Wdl, Kind::Dtw, Kind::Dtc];

    /// The ending of the file's name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Wdl => "wdl",
            Kind::Dtw => "dtw",
            Kind::Dtc => "dtc",
        }
    }

    /// Values in a block.
    const fn per_block(self) -> u32 {
        match self {
            Kind::Wdl => (BLOCK_BYTES * PER_BYTE) as u32,
            Kind::Dtw | Kind::Dtc => 4 * BLOCK_BYTES as u32,
        }
    }

    /// Values in a byte.
    pub(crate) const fn per_byte(self) -> usize {
        match self {
            Kind::Wdl => PER_BYTE,
            Kind::Dtw | Kind::Dtc => 1,
        }
    }

    /// Bytes of an unpacked block, but for the last one.
    pub(crate) const fn block_bytes(self) -> usize {
        self.bytes(self.per_block() as usize)
    }

    /// The block that a value is in, and its place there.
    #[inline(always)]
    pub(crate) const fn place(self, index: u64) -> (u32, usize) {
        let per_block = self.per_block() as u64;
        ((index / per_block) as u32, (index % per_block) as usize)
    }

    /// Bytes of a block with so many values.
    const fn bytes(self, values: usize) -> usize {
        values.div_ceil(self.per_byte())
    }
}

/// Why a file is not a table that can be used.
#[derive(Debug)]
pub enum FileError {
    Io(PathBuf, io::Error),
    /// It is something else.
    NotATable(PathBuf),
    Version(PathBuf, u16),
    /// It belongs to another game: what differs.
    Rules(PathBuf, String),
    /// It is damaged: where.
    Damaged(PathBuf, String),
    /// Distances alone do not tell who has won: the file of the name is missing beside it.
    Alone(PathBuf, String),
    /// A distance does not fit.
    TooLong(PathBuf),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FileError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            FileError::NotATable(path) => write!(f, "{}: this is not an endgame table", path.display()),
            FileError::Version(path, version) => write!(
                f,
                "{}: the table has format {version}, and this damier reads format {VERSION}",
                path.display()
            ),
            FileError::Rules(path, what) => {
                write!(f, "{}: the table was built for other rules: {what}", path.display())
            }
            FileError::Damaged(path, what) => write!(f, "{}: the table is damaged: {what}", path.display()),
            FileError::Alone(path, other) => write!(
                f,
                "{}: it is of no use alone, and {other} is missing: a build makes it again",
                path.display()
            ),
            FileError::TooLong(path) => write!(f, "{}: a distance is longer than tables hold", path.display()),
        }
    }
}

impl std::error::Error for FileError {}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub kind: Kind,
    pub material: Material,
    pub counts: Counts,
    /// Of the rules: see [`ruleset::hash`].
    pub rules_hash: u64,
    pub rules: String,
    pub positions: u64,
    per_block: u32,
    blocks: u32,
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + self.rules.len() + 4);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.kind as u8, 0]);
        bytes.extend(self.rules_hash.to_le_bytes());
        let Material { own, other } = self.material;
        bytes.extend([own.men, own.kings, other.men, other.kings]);
        let counts = &self.counts;
        let numbers = [self.positions, counts.wins, counts.losses, counts.draws];
        for number in numbers.iter().chain(&counts.quiet) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.per_block.to_le_bytes());
        bytes.extend(self.blocks.to_le_bytes());
        bytes.extend(counts.longest_win.to_le_bytes());
        bytes.extend(counts.longest_loss.to_le_bytes());
        bytes.extend((self.rules.len() as u16).to_le_bytes());
        bytes.extend(self.rules.bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The header and its length.
    fn read(bytes: &[u8], path: &Path) -> Result<(Header, usize), FileError> {
        let damaged = |what: &str| FileError::Damaged(path.to_owned(), what.to_owned());
        if bytes.len() < 10 || &bytes[..8] != MAGIC {
            return Err(FileError::NotATable(path.to_owned()));
        }
        let mut reader = Reader { bytes, at: 8 };
        let version = reader.u16();
        if version != Some(VERSION) {
            return Err(FileError::Version(path.to_owned(), version.unwrap_or(0)));
        }
        let fields = |reader: &mut Reader| -> Option<Header> {
            let kind = *Kind::ALL.get(usize::from(reader.u8()?))?;
            reader.u8()?;
            let rules_hash = reader.u64()?;
            let own = Force {
                men: reader.u8()?,
                kings: reader.u8()?,
            };
            let other = Force {
                men: reader.u8()?,
                kings: reader.u8()?,
            };
            let mut numbers = [0; 7];
            for number in &mut numbers {
                *number = reader.u64()?;
            }
            let (per_block, blocks) = (reader.u32()?, reader.u32()?);
            let (longest_win, longest_loss) = (reader.u16()?, reader.u16()?);
            let length = usize::from(reader.u16()?);
            let text = reader.take(length.min(MOST_HEADER))?;
            Some(Header {
                kind,
                material: Material::new(own, other),
                counts: Counts {
                    wins: numbers[1],
                    losses: numbers[2],
                    draws: numbers[3],
                    quiet: [numbers[4], numbers[5], numbers[6]],
                    longest_win,
                    longest_loss,
                },
                rules_hash,
                rules: String::from_utf8(text.to_vec()).ok()?,
                positions: numbers[0],
                per_block,
                blocks,
            })
        };
        let header = fields(&mut reader).ok_or_else(|| damaged("the header ends early"))?;
        let end = reader.at;
        if reader.u32() != Some(crc32fast::hash(&bytes[..end])) {
            return Err(damaged("the checksum of the header is wrong"));
        }
        if header.per_block != header.kind.per_block()
            || u64::from(header.blocks) != header.positions.div_ceil(header.per_block.into())
        {
            return Err(damaged("the header contradicts itself"));
        }
        Ok((header, reader.at))
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        Some(taken)
    }
    fn u8(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }
    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }
    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }
    fn u64(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }
}

/// A table in a file, its blocks unpacked when they are asked for. Many threads may read at once.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    header: Header,
    map: Mmap,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u64>,
    /// Where the checksums are.
    directory: usize,
}

impl TableFile {
    /// Looks at the header and the directory; blocks are looked at when they are read.
    pub fn open(path: &Path, rules: &Rules) -> Result<TableFile, FileError> {
        let io_error = |error| FileError::Io(path.to_owned(), error);
        let damaged = |what: String| FileError::Damaged(path.to_owned(), what);
        let file = File::open(path).map_err(io_error)?;
        if file.metadata().map_err(io_error)?.len() < 10 {
            return Err(FileError::NotATable(path.to_owned()));
        }
        // SAFETY: the memory of a mapped file changes when somebody writes into the file. Tables are written to another
        // name, checked and renamed, never changed in place, so that whoever has mapped one keeps what it was; and what
        // is read is checked against its checksum and against every bound before it is used.
        let map = unsafe { Mmap::map(&file) }.map_err(io_error)?;
        let (header, begin) = Header::read(&map, path)?;
        if header.rules_hash != ruleset::hash(rules) {
            let what = ruleset::difference(&header.rules, &ruleset::text(rules));
            return Err(FileError::Rules(path.to_owned(), what));
        }
        let mut reader = Reader { bytes: &map, at: begin };
        let size = header.blocks as usize * 8;
        let directory = reader
            .take(size)
            .ok_or_else(|| damaged("the directory ends early".to_owned()))?;
        if reader.u32() != Some(crc32fast::hash(directory)) {
            return Err(damaged("the checksum of the directory is wrong".to_owned()));
        }
        let mut starts = Vec::with_capacity(header.blocks as usize + 1);
        let mut at = reader.at as u64;
        starts.push(at);
        for entry in directory.chunks_exact(8) {
            at += u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
            starts.push(at);
        }
        if at + 4 != map.len() as u64 {
            return Err(damaged(format!(
                "it has {} bytes and should have {}",
                map.len(),
                at + 4
            )));
        }
        Ok(TableFile {
            path: path.to_owned(),
            header,
            map,
            starts,
            directory: begin,
        })
    }

    /// What a file says of itself, whatever game it belongs to.
    pub fn header_of(path: &Path) -> Result<Header, FileError> {
        let io_error = |error| FileError::Io(path.to_owned(), error);
        let mut bytes = Vec::new();
        io::Read::read_to_end(
            &mut io::Read::take(File::open(path).map_err(io_error)?, MOST_HEADER as u64 + 256),
            &mut bytes,
        )
        .map_err(io_error)?;
        Header::read(&bytes, path).map(|(header, _)| header)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes on disk.
    pub fn size(&self) -> u64 {
        self.map.len() as u64
    }

    pub fn blocks(&self) -> u32 {
        self.header.blocks
    }

    /// A block as it lies in the file.
    fn packed(&self, number: usize) -> Option<&[u8]> {
        let (begin, end) = (*self.starts.get(number)?, *self.starts.get(number + 1)?);
        self.map.get(begin as usize..end as usize)
    }

    /// The values of a block, packed as they are; see [`crate::compress::unpack`].
    pub(crate) fn block(&self, number: u32) -> Result<Vec<u8>, FileError> {
        let damaged = || FileError::Damaged(self.path.clone(), format!("the checksum of block {number} is wrong"));
        let place = number as usize;
        let block = self.packed(place).ok_or_else(damaged)?;
        let at = self.directory + place * 8 + 4;
        let mut reader = Reader { bytes: &self.map, at };
        if block.is_empty() || reader.u32() != Some(crc32fast::hash(block)) {
            return Err(damaged());
        }
        let first = u64::from(number) * u64::from(self.header.per_block);
        let values = (self.header.positions - first).min(self.header.per_block.into());
        expand(block, self.header.kind.bytes(values as usize)).map_err(|_| damaged())
    }

    /// Everything against its checksum.
    pub fn verify(&self) -> Result<(), FileError> {
        for number in 0..self.header.blocks {
            self.block(number)?;
        }
        self.verify_whole()
    }

    fn verify_whole(&self) -> Result<(), FileError> {
        let (body, end) = self.map.split_at(self.map.len() - 4);
        if end != crc32fast::hash(body).to_le_bytes() {
            return Err(FileError::Damaged(
                self.path.clone(),
                "the checksum of the whole file is wrong".to_owned(),
            ));
        }
        Ok(())
    }
}

/// How files are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writing {
    /// Of the compressor, 1 to 22.
    pub level: i32,
    pub threads: usize,
}

/// What a build takes for [`Writing::level`] where nothing is said: a higher one takes twice the time and more for a tenth
/// of the bytes.
pub const USUAL_LEVEL: i32 = 7;
/// How much harder win, draw and loss are pressed: they have a fifth of the bytes, and are what a search reads.
const HARDER: i32 = 5;

impl Writing {
    fn level_of(self, kind: Kind) -> i32 {
        match kind {
            Kind::Wdl => (self.level + HARDER).min(22),
            Kind::Dtw | Kind::Dtc => self.level,
        }
    }
}

/// Writes a slice to a file: under another name first, then read again and compared, then renamed.
pub fn write<B: Bits>(
    slice: &Slice<B>,
    kind: Kind,
    rules: &Rules,
    path: &Path,
    writing: Writing,
    stop: &AtomicBool,
) -> Result<(), FileError> {
    let io_error = |error| FileError::Io(path.to_owned(), error);
    let positions = slice.index.len();
    let per_block = kind.per_block();
    let header = Header {
        kind,
        material: slice.material(),
        counts: slice.counts,
        rules_hash: ruleset::hash(rules),
        rules: ruleset::text(rules),
        positions,
        per_block,
        blocks: u32::try_from(positions.div_ceil(per_block.into())).map_err(|_| FileError::TooLong(path.to_owned()))?,
    };
    let blocks = squeeze_all(slice, &header, path, writing, stop)?;
    let temporary = path.with_extension(format!("{}.{}.part", kind.name(), std::process::id()));
    let written = write_parts(&header, &blocks, &temporary)
        .map_err(|error| FileError::Io(temporary.clone(), error))
        .and_then(|()| compare(&blocks, &temporary, rules))
        .and_then(|()| std::fs::rename(&temporary, path).map_err(io_error));
    if written.is_err() {
        // Whatever went wrong is told; that the rest could not be removed would hide it.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// In a code: nobody will ask for this value.
const HOLE: u16 = 1 << 8;
/// In a code: the distance does not fit.
const TOO_LONG: u16 = 1 << 9;

/// Values of a block as they are kept; `None` where a distance does not fit.
fn values<B: Bits>(slice: &Slice<B>, kind: Kind, block: u32) -> Option<Vec<u8>> {
    let first = u64::from(block) * u64::from(kind.per_block());
    let end = slice.index.len().min(first + u64::from(kind.per_block()));
    let captures = slice.captures.as_ref();
    let is_hole = |index| captures.is_some_and(|captures| captures.get(index));
    let short = |plies: u16| if plies > u8::MAX.into() { TOO_LONG } else { plies };
    // One loop for each: a block has thousands of values.
    let codes = match kind {
        Kind::Wdl => gather(first..end, |index| {
            let code = wdl_code(slice.verdict(index).wdl());
            if is_hole(index) { HOLE } else { code.into() }
        }),
        Kind::Dtw => gather(first..end, |index| {
            let verdict = slice.verdict(index);
            if verdict.is_draw() || is_hole(index) {
                HOLE
            } else {
                short(verdict.plies() / 2)
            }
        }),
        Kind::Dtc => gather(first..end, |index| {
            if slice.verdict(index).is_draw() || is_hole(index) {
                HOLE
            } else {
                short(slice.conversion(index).unwrap_or(Verdict::DRAW).plies())
            }
        }),
    }?;
    Some(match kind {
        Kind::Wdl => pack(&codes),
        Kind::Dtw | Kind::Dtc => codes,
    })
}

/// The codes of some positions. What nobody asks for is as what came before it, or else as what follows.
#[inline(always)]
fn gather(range: Range<u64>, code: impl Fn(u64) -> u16) -> Option<Vec<u8>> {
    let mut codes = Vec::with_capacity((range.end - range.start) as usize);
    let (mut last, mut all) = (HOLE, 0);
    let mut leading = 0;
    for index in range {
        let code = code(index);
        last = if code == HOLE { last } else { code };
        leading += usize::from(last == HOLE);
        all |= last;
        codes.push(last as u8);
    }
    if all & TOO_LONG != 0 {
        return None;
    }
    let first = codes.get(leading).copied().unwrap_or(0);
    codes[..leading].fill(first);
    Some(codes)
}

pub(crate) const fn wdl_code(wdl: Wdl) -> u8 {
    match wdl {
        Wdl::Draw => 0,
        Wdl::Win => 1,
        Wdl::Loss => 2,
    }
}

/// A block and its checksum.
type Block = (Vec<u8>, u32);

fn squeeze_all<B: Bits>(
    slice: &Slice<B>,
    header: &Header,
    path: &Path,
    writing: Writing,
    stop: &AtomicBool,
) -> Result<Vec<Block>, FileError> {
    let io_error = |error| FileError::Io(path.to_owned(), error);
    let count = header.blocks as usize;
    let done = Mutex::new(vec![(Vec::new(), 0); count]);
    let to = &done;
    share(0..count, writing.threads, || {
        let mut press = Press::new(writing.level_of(header.kind)).map_err(io_error)?;
        Ok(move |number| {
            if stop.load(Relaxed) {
                return Err(io_error(io::ErrorKind::Interrupted.into()));
            }
            let bytes = values(slice, header.kind, number as u32).ok_or_else(|| FileError::TooLong(path.to_owned()))?;
            let block = press.squeeze(&bytes).map_err(io_error)?;
            if expand(&block, bytes.len()).map_err(io_error)? != bytes {
                let what = format!("block {number} does not unpack to what it was made of");
                return Err(FileError::Damaged(path.to_owned(), what));
            }
            let checksum = crc32fast::hash(&block);
            if let Ok(mut done) = to.lock() {
                done[number] = (block, checksum);
            }
            Ok(())
        })
    })?;
    Ok(done.into_inner().unwrap_or_default())
}

fn write_parts(header: &Header, blocks: &[Block], path: &Path) -> io::Result<()> {
    struct Summed<W> {
        to: W,
        sum: crc32fast::Hasher,
    }
    impl<W: Write> Summed<W> {
        fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.sum.update(bytes);
            self.to.write_all(bytes)
        }
    }
    let mut out = Summed {
        to: BufWriter::new(File::create(path)?),
        sum: crc32fast::Hasher::new(),
    };
    out.put(&header.to_bytes())?;
    let mut directory = Vec::with_capacity(blocks.len() * 8);
    for (block, checksum) in blocks {
        directory.extend((block.len() as u32).to_le_bytes());
        directory.extend(checksum.to_le_bytes());
    }
    out.put(&directory)?;
    out.put(&crc32fast::hash(&directory).to_le_bytes())?;
    for (block, _) in blocks {
        out.put(block)?;
    }
    let sum = out.sum.finalize();
    out.to.write_all(&sum.to_le_bytes())?;
    out.to.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Is the file what was to be written? Each block was unpacked and compared with its values when it was made.
fn compare(blocks: &[Block], path: &Path, rules: &Rules) -> Result<(), FileError> {
    let file = TableFile::open(path, rules)?;
    for (number, (block, _)) in blocks.iter().enumerate() {
        if file.packed(number) != Some(block) {
            let what = format!("block {number} is not what was written");
            return Err(FileError::Damaged(path.to_owned(), what));
        }
    }
    file.verify_whole()
}
