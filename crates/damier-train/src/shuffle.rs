//! Positions in an order of chance, each once, however many there are: more than memory holds, too.
//!
//! The order is that of the hashes of the positions, mixed with a seed. Positions are first put into heaps on the disk by
//! the beginning of what is mixed; then each heap is sorted in memory, and the heaps follow each other. A position that is
//! met again comes into the same heap, beside the first one. So the file is the same whatever the memory.
//!
//! ```text
//! header   title (see [`Form`]), the most pieces of what was left to the tables u32, games u64, positions met again u64,
//!          left to the tables u64, hash of what was read u64, pupils u64, kept back u64, checksum of all cases u32,
//!          checksum of the header u32
//! cases    pupils, then those kept back: result i8 (White's view), and the sample
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::sample::Form;
use damier_rules::Variant;
use damier_rules::zobrist::mix;

use crate::cases::{Case, Cases, Counts, map};
use crate::deck::Deck;
use crate::problem::Problem;

const MAGIC: &[u8; 8] = b"damier-d";
const VERSION: u16 = 1;
/// Files that are open at once.
const MOST_HEAPS: u64 = 128;
/// Bytes to write at once into a heap.
const BUFFER: usize = 1 << 16;
/// Bytes beside each sample: in its heap, and for its place in the order.
const BESIDE: u64 = 10 + 24;

/// How positions are shuffled.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub seed: u64,
    /// Positions of at most so many pieces are left to the tables.
    pub least: u32,
    /// Bytes that one heap may take.
    pub memory: u64,
}

/// Positions in parts, by where in the order they come.
struct Heaps {
    heaps: Vec<BufWriter<File>>,
    record: Vec<u8>,
    form: Form,
}

impl Heaps {
    fn new(form: Form, count: u64, folder: &Path) -> io::Result<Heaps> {
        let heap = |_| Ok(BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?));
        Ok(Heaps {
            heaps: (0..count).map(heap).collect::<io::Result<_>>()?,
            record: Vec::new(),
            form,
        })
    }

    fn put(&mut self, key: u64, held_back: bool, case: &Case) -> io::Result<()> {
        self.record.clear();
        self.record.extend(key.to_be_bytes());
        self.record.push(u8::from(held_back));
        case.write(self.form, &mut self.record);
        let heap = (u128::from(key) * self.heaps.len() as u128) >> 64;
        self.heaps[heap as usize].write_all(&self.record)
    }
}

/// Cases one after another, and their checksum.
struct Pile {
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
    count: u64,
}

impl Pile {
    fn new(file: File) -> Pile {
        Pile {
            file: BufWriter::with_capacity(BUFFER, file),
            sum: crc32fast::Hasher::new(),
            count: 0,
        }
    }

    fn put(&mut self, case: &[u8]) -> io::Result<()> {
        self.sum.update(case);
        self.count += 1;
        self.file.write_all(case)
    }
}

/// Shuffles the positions of some files of games into a new one. `report` is told what share of the work is done.
pub fn shuffle<V: Variant>(
    variant: V,
    files: &[PathBuf],
    to: &Path,
    options: &Options,
    stop: &AtomicBool,
    report: &mut dyn FnMut(f64),
) -> Result<Counts, Problem> {
    let form = Form::of(variant);
    let say = Problem::disk(to);
    let folder = match to.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let same = |path: &Path| {
        to.canonicalize()
            .is_ok_and(|to| path.canonicalize().is_ok_and(|path| path == to))
    };
    let mut total = 0;
    for path in files {
        if same(path) {
            return Err(Problem::content(to)("what is to be shuffled would be lost".to_owned()));
        }
        total += std::fs::metadata(path).map_err(Problem::disk(path))?.len();
    }
    let total = total.max(1);
    let needed = total + total / form.bytes() as u64 * BESIDE;
    let count = needed.div_ceil(options.memory.max(1)).clamp(1, MOST_HEAPS);

    // 1. Into heaps.
    let mut heaps = Heaps::new(form, count, folder).map_err(say)?;
    let (mut counts, mut done) = (Counts::default(), 0);
    for path in files {
        if is_shuffled(path)? {
            return Err(Problem::content(path)(
                "this was shuffled: shuffle the games that it was made of".to_owned(),
            ));
        }
        counts.read(variant, path, options.least, |met| {
            goes_on(stop)?;
            done += form.bytes() as u64;
            report(0.5 * done as f64 / total as f64);
            heaps
                .put(mix(met.hash ^ mix(options.seed)), met.held_back, &met.case)
                .map_err(say)
        })?;
    }

    // 2. Each heap in order.
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let part = tempfile::Builder::new()
        .prefix(".")
        .suffix(".part")
        .make_in(folder, create)
        .map_err(say)?;
    let mut pupils = Pile::new(part.reopen().map_err(say)?);
    let mut kept = Pile::new(tempfile::tempfile_in(folder).map_err(say)?);
    pupils.file.write_all(&vec![0; size_of_header(form)]).map_err(say)?;
    for (number, heap) in heaps.heaps.into_iter().enumerate() {
        goes_on(stop)?;
        counts.repeated += sort(form, heap, &mut pupils, &mut kept).map_err(say)?;
        report(0.5 + 0.5 * (number + 1) as f64 / count as f64);
    }

    // 3. Those kept back after the others, and the header before them.
    goes_on(stop)?;
    let finish = || {
        let mut file = pupils.file.into_inner()?;
        let mut rest = kept.file.into_inner()?;
        rest.rewind()?;
        io::copy(&mut rest, &mut file)?;
        let mut sum = pupils.sum;
        sum.combine(&kept.sum);
        file.rewind()?;
        file.write_all(&header(
            form,
            options.least,
            counts,
            [pupils.count, kept.count],
            sum.finalize(),
        ))?;
        file.sync_all()?;
        part.persist(to)?;
        Ok(())
    };
    finish().map_err(say)?;
    Ok(counts)
}

fn goes_on(stop: &AtomicBool) -> Result<(), Problem> {
    if stop.load(Ordering::Relaxed) {
        return Err(Problem::Stopped);
    }
    Ok(())
}

/// Puts a heap in order, without what is there twice; gives how many those were.
fn sort(form: Form, heap: BufWriter<File>, pupils: &mut Pile, kept: &mut Pile) -> io::Result<u64> {
    let mut heap = heap.into_inner()?;
    let mut bytes = Vec::with_capacity(heap.stream_position()? as usize);
    heap.seek(SeekFrom::Start(0))?;
    heap.read_to_end(&mut bytes)?;
    let records: Vec<&[u8]> = bytes.chunks_exact(9 + Case::bytes(form)).collect();
    let mut order: Vec<u32> = (0..records.len() as u32).collect();
    // What was met first stays first.
    order.sort_by_key(|&index| &records[index as usize][..8]);
    let (mut last, mut repeated) = (None, 0);
    for index in order {
        let (key, rest) = records[index as usize].split_at(8);
        if last.replace(key) == Some(key) {
            repeated += 1;
        } else if rest[0] == 0 {
            pupils.put(&rest[1..])?;
        } else {
            kept.put(&rest[1..])?;
        }
    }
    Ok(repeated)
}

// ---------------------------------------------------------------------------------------------------------------
// On file

fn header(form: Form, least: u32, counts: Counts, lengths: [u64; 2], sum: u32) -> Vec<u8> {
    let mut bytes = form.title(MAGIC, VERSION);
    bytes.extend(least.to_le_bytes());
    let Counts {
        games,
        repeated,
        known,
        hash,
    } = counts;
    for number in [games, repeated, known, hash, lengths[0], lengths[1]] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(sum.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn size_of_header(form: Form) -> usize {
    header(form, 0, Counts::default(), [0; 2], 0).len()
}

/// Does a file begin as one that was shuffled?
pub(crate) fn is_shuffled(path: &Path) -> Result<bool, Problem> {
    let mut first = Vec::new();
    let file = File::open(path).map_err(Problem::disk(path))?;
    file.take(MAGIC.len() as u64)
        .read_to_end(&mut first)
        .map_err(Problem::disk(path))?;
    Ok(first == MAGIC)
}

/// The positions of a file that was shuffled, on the disk where they are. All of it is looked at once.
pub(crate) fn open<V: Variant>(variant: V, path: &Path, least: u32) -> Result<Cases, Problem> {
    let form = Form::of(variant);
    let refuse = |what: String| Err(Problem::content(path)(what));
    let map = Arc::new(map(path)?);
    let title = form.title(MAGIC, VERSION);
    if !map.starts_with(&title) {
        return refuse(format!(
            "not shuffled positions of {} in version {VERSION}",
            form.rules().id
        ));
    }
    let size = size_of_header(form);
    let Some((head, cases)) = map.split_at_checked(size) else {
        return refuse("shuffled positions, cut off".to_owned());
    };
    let (head, check) = head.split_at(size - 4);
    if crc32fast::hash(head).to_le_bytes() != check {
        return refuse("the checksum of the header is wrong".to_owned());
    }
    let mut rest = &head[title.len()..];
    let own = u32::from_le_bytes(take(&mut rest));
    let [games, repeated, known, hash, pupils, kept] = [(); 6].map(|()| u64::from_le_bytes(take(&mut rest)));
    let sum = u32::from_le_bytes(take(&mut rest));
    let each = Case::bytes(form) as u64;
    let length = pupils.checked_add(kept).and_then(|count| count.checked_mul(each));
    if length != Some(cases.len() as u64) {
        return refuse(format!(
            "{pupils} and {kept} shuffled positions, cut off or with something behind them"
        ));
    }
    if crc32fast::hash(cases) != sum {
        return refuse("the checksum of the positions is wrong".to_owned());
    }
    if own != least {
        return refuse(format!(
            "shuffled without positions of at most {own} pieces, and those of at most {least} are to be left out"
        ));
    }
    let middle = size + (pupils * each) as usize;
    let decks = (
        Deck::mapped(form, &map, size..middle),
        Deck::mapped(form, &map, middle..map.len()),
    );
    let (Some(pupils), Some(kept)) = decks else {
        return refuse("what is in it are no positions".to_owned());
    };
    Ok(Cases::shuffled(
        pupils,
        kept,
        Counts {
            games,
            repeated,
            known,
            hash,
        },
    ))
}

/// The next bytes of a header whose length is right.
fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (first, after) = rest.split_first_chunk::<N>().expect("as long as it is written");
    *rest = after;
    *first
}
