//! Positions of a group side by side: a word holds all squares of one king, while the other kings stay where they are.
//!
//! That king belongs to the side with fewer of them. Where this side has more than one, each position lies in as many
//! words as it has kings, one for every king that may be the one. Its moves are fills within a word, and a move of
//! another king leads from word to word, so that one step of the analysis serves fifty positions.
//!
//! Several threads share the words out by the kings of the other side, which stay where they are whenever a king of the
//! words' side moves. When they move themselves, what is found for words of another part is posted to it.

use damier_rules::{Bits, Color, Variant};

use crate::cells::TooLong;
use crate::combos::Combos;
use crate::part::Part;
use crate::share::share;
use crate::value::Verdict;

/// Whose king a word is about, and the sets of the kings that stay.
#[derive(Debug)]
pub(crate) struct Frame<B> {
    pub side: Color,
    /// The other kings of that side.
    pub rests: Combos<B>,
}

impl<B: Bits> Frame<B> {
    /// Of kings of White and of Black, who has no more than White; `None` where there are none.
    pub fn new(board: B, kings: [u8; 2]) -> Option<Frame<B>> {
        let side = match kings {
            [0, 0] => return None,
            [_, 0] => Color::White,
            _ => Color::Black,
        };
        Some(Frame {
            side,
            rests: Combos::new(board, usize::from(kings[side.index()]) - 1),
        })
    }
}

/// The memory that each word takes, in bytes.
pub(crate) const fn words<B>() -> u64 {
    // Legal squares, three sets and four planes by side to move, and what a plane may have touched.
    (1 + 2 * (3 + 4)) * size_of::<B>() as u64 + 2 * 4 * size_of::<u32>() as u64
}

/// Parts for each thread, where there are several, and the least words of one.
const PARTS: usize = 4;
const LEAST_WORDS: usize = 1 << 8;

/// What the positions of a group, or of a part of it, are worth, by side to move and number; see [`crate::solve::Solver`].
pub(crate) struct Values<'v> {
    pub verdicts: [&'v mut [Verdict]; 2],
    /// The best that moves out of the group lead to.
    pub exits: [&'v [Verdict]; 2],
}

/// Solves groups whose men stay where they are.
#[derive(Debug)]
pub(crate) struct Lanes<'a, V: Variant> {
    threads: usize,
    /// By side to move: what is not won.
    open: [Vec<V::Word>; 2],
    parts: Vec<Part<'a, V>>,
}

impl<'a, V: Variant> Lanes<'a, V> {
    pub fn new(variant: V, frame: &'a Frame<V::Word>, kings: [&'a Combos<V::Word>; 2], threads: usize) -> Self {
        let steady = kings[frame.side.opposite().index()].len();
        let words = steady * frame.rests.len();
        let most = if threads == 1 { 1 } else { PARTS * threads };
        let at_once = steady.div_ceil(most.min(words.div_ceil(LEAST_WORDS)));
        let part = |first| Part::new(variant, frame, kings, first, at_once);
        Lanes {
            threads,
            open: [0, 1].map(|_| vec![V::Word::EMPTY; words]),
            parts: (0..steady).step_by(at_once).map(part).collect(),
        }
    }

    /// Solves the group with these men.
    pub fn solve(&mut self, men: V::Word, values: Values<'_>) -> Result<(), TooLong> {
        let Lanes { threads, open, parts } = self;
        let (threads, words, cells) = (*threads, parts[0].legal.len(), parts[0].cells());
        let [white, black] = values.verdicts.map(|verdicts| verdicts.chunks_mut(cells));
        let [white_exits, black_exits] = values.exits.map(|exits| exits.chunks(cells));
        let verdicts = white.zip(black).map(<[_; 2]>::from);
        let exits = white_exits.zip(black_exits).map(<[_; 2]>::from);
        let mut pieces: Vec<_> = parts
            .iter_mut()
            .zip(verdicts.zip(exits).map(|(verdicts, exits)| Values { verdicts, exits }))
            .collect();
        each(
            pieces.iter_mut().zip(split(open, words)),
            threads,
            |((part, values), open)| part.begin(men, open, values),
        )?;
        let mut plies = 0;
        while pieces.iter().any(|(part, _)| plies <= part.last || part.is_pending()) {
            each(pieces.iter_mut(), threads, |(part, values)| {
                part.find_losses(plies, open, values)
            })?;
            each(
                pieces.iter_mut().zip(split(open, words)),
                threads,
                |((part, values), mut open)| {
                    part.find_wins(plies, &mut open, values);
                    part.recall(plies, &mut open, values);
                    Ok(())
                },
            )?;
            while pieces.iter().any(|(part, _)| part.is_fresh()) {
                each(pieces.iter_mut(), threads, |(part, _)| {
                    part.tell();
                    Ok(())
                })?;
                let posts: Vec<_> = pieces
                    .iter_mut()
                    .map(|(part, _)| std::mem::take(&mut part.posts))
                    .collect();
                each(pieces.iter_mut().enumerate(), threads, |(number, (part, _))| {
                    for post in posts.iter().flat_map(|to| &to[number]) {
                        part.hear(post);
                    }
                    Ok(())
                })?;
                for ((part, _), mut posts) in pieces.iter_mut().zip(posts) {
                    posts.iter_mut().for_each(Vec::clear);
                    part.posts = posts;
                }
            }
            plies += 1;
        }
        Ok(())
    }
}

/// Does something with each part.
#[inline(always)]
fn each<T>(
    mut parts: impl ExactSizeIterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> Result<(), TooLong> + Sync,
) -> Result<(), TooLong> {
    if threads == 1 {
        return parts.try_for_each(work);
    }
    share(parts, threads, || Ok(&work))
}

/// The words of each part.
fn split<B: Send>(sides: &mut [Vec<B>; 2], words: usize) -> impl ExactSizeIterator<Item = [&mut [B]; 2]> + Send {
    let [white, black] = sides;
    white.chunks_mut(words).zip(black.chunks_mut(words)).map(<[_; 2]>::from)
}
