//! Slices put away while memory is short: on the disk, as they are, lightly compressed, for as long as a build lasts. To
//! read one back takes a hundredth of the time that restoring it from its files does: no capture has to be looked up.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use damier_rules::Variant;

use crate::cells::{Cells, Width};
use crate::compress::{Press, expand};
use crate::index::Index;
use crate::material::Material;
use crate::share::share;
use crate::slice::{Counts, Slice};
use crate::value::odd_wins;

/// Bytes that are compressed together.
const CHUNK: usize = 1 << 20;
/// Of the compressor: the quickest.
const LEVEL: i32 = 1;

/// Where a chunk lies in its file, and its checksum.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    begin: u64,
    len: usize,
    checksum: u32,
}

#[derive(Debug)]
struct Away {
    path: PathBuf,
    width: Width,
    counts: Counts,
    places: Vec<Place>,
}

/// What was put away. The files go when this is dropped; those of a build that was killed are removed by the next one.
#[derive(Debug)]
pub(crate) struct Spill {
    folder: PathBuf,
    away: HashMap<Material, Away>,
}

impl Spill {
    pub fn new(folder: &Path) -> Spill {
        Spill {
            folder: folder.to_owned(),
            away: HashMap::new(),
        }
    }

    pub fn has(&self, material: Material) -> bool {
        self.away.contains_key(&material)
    }

    /// Writes the values of a slice to the disk. After an error it is not there, and has to be restored from its files.
    pub fn put<B: damier_rules::Bits>(&mut self, slice: &Slice<B>, threads: usize) -> io::Result<()> {
        let material = slice.material();
        if self.has(material) {
            return Ok(());
        }
        let path = self.folder.join(format!("{material}.{}.away.part", std::process::id()));
        match write(&slice.cells, &path, threads) {
            Ok(places) => {
                let away = Away {
                    path,
                    width: slice.cells.width(),
                    counts: slice.counts,
                    places,
                };
                self.away.insert(material, away);
                Ok(())
            }
            Err(error) => {
                // What went wrong is told; that the rest could not be removed would hide it.
                let _ = std::fs::remove_file(&path);
                Err(error)
            }
        }
    }

    /// Reads a slice that was put away; an error names the file.
    pub fn get<V: Variant>(
        &self,
        variant: V,
        material: Material,
        threads: usize,
    ) -> Result<Option<Slice<V::Word>>, (PathBuf, io::Error)> {
        let Some(away) = self.away.get(&material) else {
            return Ok(None);
        };
        let index = Index::new(variant.tables(), material);
        let cells = Cells::new(away.width, odd_wins(variant.rules()), index.len() as usize);
        read(away, &cells, threads).map_err(|error| (away.path.clone(), error))?;
        Ok(Some(Slice {
            index,
            cells,
            conversions: None,
            captures: None,
            counts: away.counts,
        }))
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        for away in self.away.values() {
            // The next build removes what stays.
            let _ = std::fs::remove_file(&away.path);
        }
    }
}

fn write(cells: &Cells, path: &Path, threads: usize) -> io::Result<Vec<Place>> {
    let count = cells.bytes().div_ceil(CHUNK);
    let out = Mutex::new((File::create(path)?, 0, vec![Place::default(); count]));
    let to = &out;
    share(0..count, threads, || {
        let mut press = Press::new(LEVEL)?;
        Ok(move |number: usize| {
            let chunk = press.squeeze(&cells.raw(number * CHUNK, CHUNK))?;
            let checksum = crc32fast::hash(&chunk);
            let mut out = to.lock().map_err(|_| broken())?;
            let (file, end, places) = &mut *out;
            file.write_all(&chunk)?;
            places[number] = Place {
                begin: *end,
                len: chunk.len(),
                checksum,
            };
            *end += chunk.len() as u64;
            Ok::<_, io::Error>(())
        })
    })?;
    Ok(out.into_inner().map_err(|_| broken())?.2)
}

fn read(away: &Away, cells: &Cells, threads: usize) -> io::Result<()> {
    let file = Mutex::new(File::open(&away.path)?);
    share(0..away.places.len(), threads, || {
        Ok(|number: usize| {
            let place = away.places[number];
            let mut chunk = vec![0; place.len];
            {
                let mut file = file.lock().map_err(|_| broken())?;
                file.seek(SeekFrom::Start(place.begin))?;
                file.read_exact(&mut chunk)?;
            }
            if crc32fast::hash(&chunk) != place.checksum {
                return Err(broken());
            }
            let first = number * CHUNK;
            cells.set_raw(first, &expand(&chunk, CHUNK.min(cells.bytes() - first))?);
            Ok(())
        })
    })
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "what was put away is damaged")
}
