//! Cases one after another, packed: in memory, or in a file that may be larger than that.

use std::ops::Range;
use std::sync::Arc;

use damier_engine::sample::Form;
use memmap2::Mmap;

use crate::cases::Case;

/// Cases of a file that are learned from together: its order is one of chance already, and a disk is read fastest where
/// one thing lies after the other.
const STRETCH: usize = 1 << 16;

#[derive(Clone, Debug)]
enum Bytes {
    Held(Vec<u8>),
    Mapped(Arc<Mmap>, Range<usize>),
}

#[derive(Clone, Debug)]
pub struct Deck {
    form: Form,
    bytes: Bytes,
}

impl Deck {
    /// Of no cases yet.
    pub fn new(form: Form) -> Deck {
        Deck {
            form,
            bytes: Bytes::Held(Vec::new()),
        }
    }

    /// A part of a file; nothing if that does not hold cases.
    pub(crate) fn mapped(form: Form, map: &Arc<Mmap>, range: Range<usize>) -> Option<Deck> {
        let deck = Deck {
            form,
            bytes: Bytes::Mapped(Arc::clone(map), range),
        };
        let is_whole = deck.records().all(|record| Case::read(form, record).is_some());
        is_whole.then_some(deck)
    }

    pub(crate) fn push(&mut self, case: &Case) {
        if let Bytes::Held(bytes) = &mut self.bytes {
            case.write(self.form, bytes);
        }
    }

    /// Is it on the disk?
    pub fn is_mapped(&self) -> bool {
        matches!(self.bytes, Bytes::Mapped(..))
    }

    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Held(bytes) => bytes,
            Bytes::Mapped(map, range) => &map[range.clone()],
        }
    }

    fn records(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes().chunks_exact(Case::bytes(self.form))
    }

    pub fn len(&self) -> usize {
        self.bytes().len() / Case::bytes(self.form)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn case(&self, index: usize) -> Case {
        let each = Case::bytes(self.form);
        Case::read(self.form, &self.bytes()[index * each..(index + 1) * each]).expect("looked at when it came here")
    }

    pub fn iter(&self) -> impl Iterator<Item = Case> {
        (0..self.len()).map(|index| self.case(index))
    }

    /// Parts of it, each to be learned from before the next one.
    pub fn stretches(&self) -> Vec<Range<u32>> {
        let length = match self.bytes {
            Bytes::Held(_) => self.len(),
            Bytes::Mapped(..) => STRETCH,
        };
        let firsts = (0..self.len()).step_by(length.max(1));
        firsts
            .map(|first| first as u32..(first + length).min(self.len()) as u32)
            .collect()
    }
}
