//! A part of the words of [`crate::lanes`]: those with some sets of the kings that stay where they are.

use damier_rules::geometry::{NONE, Tables};
use damier_rules::rules::{KingRange, compass};
use damier_rules::{Bits, Color, Variant};

use crate::cells::TooLong;
use crate::combos::Combos;
use crate::lanes::{Frame, Values};
use crate::value::{LONGEST, Verdict};

/// Words of each sort that are told at once: what they find for other parts takes memory.
const ROUND: usize = 1 << 11;

/// A set of positions, with the words in which there are some.
#[derive(Debug, Default)]
struct Plane<B> {
    words: Vec<B>,
    touched: Vec<u32>,
}

impl<B: Bits> Plane<B> {
    #[inline(always)]
    fn add(&mut self, word: usize, bits: B) {
        if bits.is_empty() {
            return;
        }
        if self.words[word].is_empty() {
            self.touched.push(word as u32);
        }
        self.words[word] |= bits;
    }

    #[inline(always)]
    fn take(&mut self, word: usize) -> B {
        std::mem::take(&mut self.words[word])
    }
}

/// Positions that are known in so many plies from the beginning: won or lost for the side to move, or won unless there is
/// a shorter way.
#[derive(Clone, Copy, Debug)]
struct Entry<B> {
    word: u32,
    turn: Color,
    kind: Kind,
    bits: B,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Won,
    Lost,
    Perhaps,
}

/// The kings that stay where they are in a word: the numbers of their sets, that of the steady ones within the part.
#[derive(Clone, Copy)]
struct Place {
    steady: usize,
    rest: usize,
}

/// Something found for a word of another part: it wins, or it is to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post<B> {
    bits: B,
    word: u32,
    side: u8,
    wins: bool,
}

/// The words with some of the kings that stay where they are.
#[derive(Debug)]
pub(crate) struct Part<'a, V: Variant> {
    variant: V,
    frame: &'a Frame<V::Word>,
    /// Kings of the side that the words are about.
    own: &'a Combos<V::Word>,
    /// Those of the other side.
    steady: &'a Combos<V::Word>,
    /// The first of their sets here.
    first: usize,
    men: V::Word,
    /// The squares on which the king of a word may stand.
    pub legal: Vec<V::Word>,
    /// By side to move: what is neither won nor lost.
    unknown: [Vec<V::Word>; 2],
    /// Of that, what no move out of the group saves.
    may_lose: [Vec<V::Word>; 2],
    fresh_wins: [Plane<V::Word>; 2],
    fresh_losses: [Plane<V::Word>; 2],
    /// What has a move to a fresh loss.
    wins_next: [Plane<V::Word>; 2],
    /// What has a move to a fresh win.
    to_check: [Plane<V::Word>; 2],
    /// By plies.
    later: Vec<Vec<Entry<V::Word>>>,
    /// Nothing comes after so many plies but what is found on the way.
    pub last: usize,
    /// By part that they go to.
    pub posts: Vec<Vec<Post<V::Word>>>,
    /// Sets of the steady kings in each part but the last.
    at_once: usize,
}

impl<'a, V: Variant> Part<'a, V> {
    pub fn new(
        variant: V,
        frame: &'a Frame<V::Word>,
        kings: [&'a Combos<V::Word>; 2],
        first: usize,
        at_once: usize,
    ) -> Self {
        let steady = kings[frame.side.opposite().index()];
        let words = at_once.min(steady.len() - first) * frame.rests.len();
        let words = || vec![V::Word::EMPTY; words];
        let plane = || Plane {
            words: words(),
            touched: Vec::new(),
        };
        let planes = || [plane(), plane()];
        Part {
            variant,
            frame,
            own: kings[frame.side.index()],
            steady,
            first,
            men: V::Word::EMPTY,
            legal: words(),
            unknown: [words(), words()],
            may_lose: [words(), words()],
            fresh_wins: planes(),
            fresh_losses: planes(),
            wins_next: planes(),
            to_check: planes(),
            later: Vec::new(),
            last: 0,
            posts: vec![Vec::new(); steady.len().div_ceil(at_once)],
            at_once,
        }
    }

    fn tables(&self) -> &'static Tables<V::Word> {
        self.variant.tables()
    }

    /// How many positions there are, those included in which pieces stand on each other.
    pub fn cells(&self) -> usize {
        self.legal.len() / self.frame.rests.len() * self.own.len()
    }

    pub fn is_pending(&self) -> bool {
        let mut planes = self.wins_next.iter().chain(&self.to_check);
        planes.any(|plane| !plane.touched.is_empty())
    }

    /// Has somebody to be told yet?
    pub fn is_fresh(&self) -> bool {
        let mut planes = self.fresh_wins.iter().chain(&self.fresh_losses);
        planes.any(|plane| !plane.touched.is_empty())
    }

    pub fn begin(&mut self, men: V::Word, open: [&mut [V::Word]; 2], values: &Values<'_>) -> Result<(), TooLong> {
        (self.men, self.last) = (men, 0);
        let board = self.tables().board;
        let (mut word, rests) = (0, self.frame.rests.len());
        for &steady in &self.steady.sets[self.first..][..self.legal.len() / rests] {
            let free = board & !(men | steady);
            let possible = !steady.meets(men);
            for &rest in &self.frame.rests.sets {
                self.legal[word] = if possible && rest & free == rest {
                    free & !rest
                } else {
                    V::Word::EMPTY
                };
                word += 1;
            }
        }
        for open in open {
            open.copy_from_slice(&self.legal);
        }
        for turn in Color::BOTH {
            self.gather(turn, values)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn place(&self, word: usize) -> Place {
        let rests = self.frame.rests.len();
        let (steady, rest) = if rests == 1 {
            (word, 0)
        } else {
            (word / rests, word % rests)
        };
        Place { steady, rest }
    }

    /// The number of a position in the values of the part: White has the steady kings, or Black has none.
    #[inline(always)]
    fn cell_at(&self, place: Place, bit: u8) -> usize {
        let own = self.own.with(place.rest, bit);
        place.steady * self.own.len() + own
    }

    /// What is known from the beginning.
    fn gather(&mut self, turn: Color, values: &Values<'_>) -> Result<(), TooLong> {
        let side = turn.index();
        let (verdicts, exits) = (&*values.verdicts[side], values.exits[side]);
        let rests = self.frame.rests.len();
        let (mut steady, mut rest) = (0, 0);
        for word in 0..self.legal.len() {
            let legal = self.legal[word];
            let place = Place { steady, rest };
            rest += 1;
            if rest == rests {
                (steady, rest) = (steady + 1, 0);
            }
            let (mut unknown, mut may_lose) = (V::Word::EMPTY, V::Word::EMPTY);
            // The last one, to which others of the word may be added.
            let mut entry = (u16::MAX, Kind::Won, V::Word::EMPTY);
            for bit in legal.each() {
                let cell = self.cell_at(place, bit);
                let verdict = verdicts[cell];
                let this = V::Word::of(bit);
                let (kind, plies) = if verdict == Verdict::UNKNOWN {
                    unknown |= this;
                    let exit = exits[cell];
                    if exit == Verdict::UNKNOWN || exit.is_loss() {
                        may_lose |= this;
                        continue;
                    }
                    if exit.is_draw() {
                        continue;
                    }
                    (Kind::Perhaps, exit.plies())
                } else if verdict.is_draw() {
                    continue;
                } else {
                    let kind = if verdict.is_loss() { Kind::Lost } else { Kind::Won };
                    (kind, verdict.plies())
                };
                if (plies, kind) == (entry.0, entry.1) {
                    entry.2 |= this;
                } else {
                    self.put(word, turn, entry)?;
                    entry = (plies, kind, this);
                }
            }
            self.put(word, turn, entry)?;
            self.unknown[side][word] = unknown;
            self.may_lose[side][word] = may_lose;
        }
        Ok(())
    }

    #[inline(always)]
    fn put(&mut self, word: usize, turn: Color, (plies, kind, bits): (u16, Kind, V::Word)) -> Result<(), TooLong> {
        if bits.is_empty() {
            return Ok(());
        }
        let plies = usize::from(plies);
        if plies >= self.later.len() {
            if plies > LONGEST.into() {
                return Err(TooLong);
            }
            self.later.resize_with(plies + 1, Vec::new);
        }
        self.last = self.last.max(plies);
        let word = word as u32;
        self.later[plies].push(Entry { word, turn, kind, bits });
        Ok(())
    }

    /// The words that a position lies in, and its square in each.
    #[inline(always)]
    fn images(&self, word: usize, bit: u8) -> Images<V::Word> {
        let rests = self.frame.rests.len();
        let mut images = Images::default();
        if rests == 1 {
            images.push(word, bit);
            return images;
        }
        let Place { steady, rest } = self.place(word);
        let place = self.own.with(rest, bit);
        for (nth, bit) in self.own.sets[place].each().enumerate() {
            images.push(steady * rests + self.own.without(place, nth), bit);
        }
        images
    }

    /// A position is known: nobody needs to look at it again.
    #[inline(always)]
    fn settle(&mut self, side: usize, images: &Images<V::Word>) {
        for &(word, this) in images.all() {
            self.unknown[side][word as usize] &= !this;
            self.may_lose[side][word as usize] &= !this;
        }
    }

    /// Positions all of whose moves lead to wins of the other side, as the plies before this one have told.
    pub fn find_losses(
        &mut self,
        plies: usize,
        open: &[Vec<V::Word>; 2],
        values: &mut Values<'_>,
    ) -> Result<(), TooLong> {
        for turn in Color::BOTH {
            let side = turn.index();
            let mut touched = std::mem::take(&mut self.to_check[side].touched);
            for word in touched.drain(..).map(|word| word as usize) {
                let bits = self.to_check[side].take(word) & self.may_lose[side][word];
                let place = self.place(word);
                for bit in self.without_escape(turn, word, bits, open).each() {
                    let cell = self.cell_at(place, bit);
                    let exit = values.exits[side][cell];
                    let worst = if exit == Verdict::UNKNOWN { 0 } else { exit.plies() };
                    let loss = worst.max(plies as u16);
                    if loss > LONGEST {
                        return Err(TooLong);
                    }
                    values.verdicts[side][cell] = Verdict::loss(loss);
                    let images = self.images(word, bit);
                    self.settle(side, &images);
                    for &(word, this) in images.all() {
                        if usize::from(loss) > plies {
                            self.put(word as usize, turn, (loss, Kind::Lost, this))?;
                        } else {
                            self.fresh_losses[side].add(word as usize, this);
                        }
                    }
                }
            }
            self.to_check[side].touched = touched;
        }
        Ok(())
    }

    /// Positions with a move to a loss of the other side.
    pub fn find_wins(&mut self, plies: usize, open: &mut [&mut [V::Word]; 2], values: &mut Values<'_>) {
        for turn in Color::BOTH {
            let side = turn.index();
            let mut touched = std::mem::take(&mut self.wins_next[side].touched);
            for word in touched.drain(..).map(|word| word as usize) {
                let bits = self.wins_next[side].take(word);
                self.win(turn, word, bits, plies, open, values);
            }
            self.wins_next[side].touched = touched;
        }
    }

    #[inline(always)]
    fn win(
        &mut self,
        turn: Color,
        word: usize,
        bits: V::Word,
        plies: usize,
        open: &mut [&mut [V::Word]; 2],
        values: &mut Values<'_>,
    ) {
        let side = turn.index();
        let bits = bits & self.unknown[side][word];
        if bits.is_empty() {
            return;
        }
        let place = self.place(word);
        for bit in bits.each() {
            values.verdicts[side][self.cell_at(place, bit)] = Verdict::win(plies as u16);
            if self.frame.rests.len() > 1 {
                let images = self.images(word, bit);
                self.settle(side, &images);
                for &(word, this) in images.all() {
                    open[side][word as usize] &= !this;
                    self.fresh_wins[side].add(word as usize, this);
                }
            }
        }
        if self.frame.rests.len() == 1 {
            self.unknown[side][word] &= !bits;
            self.may_lose[side][word] &= !bits;
            open[side][word] &= !bits;
            self.fresh_wins[side].add(word, bits);
        }
    }

    /// What was known for this ply from the beginning.
    pub fn recall(&mut self, plies: usize, open: &mut [&mut [V::Word]; 2], values: &mut Values<'_>) {
        let Some(entries) = self.later.get_mut(plies) else {
            return;
        };
        let mut entries = std::mem::take(entries);
        for entry in entries.drain(..) {
            let (word, side) = (entry.word as usize, entry.turn.index());
            match entry.kind {
                Kind::Won => {
                    open[side][word] &= !entry.bits;
                    self.fresh_wins[side].add(word, entry.bits);
                }
                Kind::Lost => self.fresh_losses[side].add(word, entry.bits),
                Kind::Perhaps => self.win(entry.turn, word, entry.bits, plies, open, values),
            }
        }
        self.later[plies] = entries;
    }

    /// Tells those who can move to what became known at this ply, some words of it.
    pub fn tell(&mut self) {
        for turn in Color::BOTH {
            let (side, mover) = (turn.index(), turn.opposite());
            for _ in 0..ROUND {
                let Some(word) = self.fresh_losses[side].touched.pop() else {
                    break;
                };
                let bits = self.fresh_losses[side].take(word as usize);
                self.before::<true>(mover, word as usize, bits);
            }
            for _ in 0..ROUND {
                let Some(word) = self.fresh_wins[side].touched.pop() else {
                    break;
                };
                let bits = self.fresh_wins[side].take(word as usize);
                self.before::<false>(mover, word as usize, bits);
            }
        }
    }

    /// Takes in what another part has found.
    pub fn hear(&mut self, post: &Post<V::Word>) {
        let (side, word) = (usize::from(post.side), post.word as usize);
        if post.wins {
            self.add_before::<true>(side, word, post.bits);
        } else {
            self.add_before::<false>(side, word, post.bits);
        }
    }

    /// The predecessors of some positions of a word: they win, or they are to be checked.
    #[inline(always)]
    fn before<const WIN: bool>(&mut self, mover: Color, word: usize, bits: V::Word) {
        let side = mover.index();
        if mover == self.frame.side {
            // Other kings of that side are the ones of other words.
            let found = self.sources(bits, self.empty(word), mover);
            self.add_before::<WIN>(side, word, found);
            return;
        }
        let tables = self.tables();
        let Place { steady, rest } = self.place(word);
        let steady = self.first + steady;
        let kings = self.steady.sets[steady];
        let occupied = self.men | kings | self.frame.rests.sets[rest];
        for (nth, king) in kings.each().enumerate() {
            let without = self.steady.without(steady, nth);
            for direction in 0..8 {
                if !self.variant.rules().king_steps.has(direction, mover) {
                    continue;
                }
                let next = &tables.geometry.next[compass::opposite(direction)];
                let (mut bits, mut at) = (bits, next[usize::from(king)]);
                while at != NONE && !occupied.has(at) {
                    // The king of the word may be in the way.
                    bits &= !V::Word::of(at);
                    if bits.is_empty() {
                        break;
                    }
                    self.add_anywhere::<WIN>(side, self.steady.with(without, at), rest, bits);
                    if self.variant.rules().king_range == KingRange::Short {
                        break;
                    }
                    at = next[usize::from(at)];
                }
            }
        }
    }

    #[inline(always)]
    fn add_before<const WIN: bool>(&mut self, side: usize, word: usize, bits: V::Word) {
        if WIN {
            self.wins_next[side].add(word, bits & self.unknown[side][word]);
        } else {
            self.to_check[side].add(word, bits & self.may_lose[side][word]);
        }
    }

    /// The same for a word with any steady kings.
    #[inline(always)]
    fn add_anywhere<const WIN: bool>(&mut self, side: usize, steady: usize, rest: usize, bits: V::Word) {
        let rests = self.frame.rests.len();
        let word = steady.wrapping_sub(self.first).wrapping_mul(rests).wrapping_add(rest);
        if word < self.legal.len() {
            return self.add_before::<WIN>(side, word, bits);
        }
        let post = Post {
            bits,
            word: (steady % self.at_once * rests + rest) as u32,
            side: side as u8,
            wins: WIN,
        };
        self.posts[steady / self.at_once].push(post);
    }

    /// The squares that are empty but for the king of the word.
    #[inline(always)]
    fn empty(&self, word: usize) -> V::Word {
        let Place { steady, rest } = self.place(word);
        self.tables().board & !(self.men | self.steady.sets[self.first + steady] | self.frame.rests.sets[rest])
    }

    /// The empty squares from which a king moves to one of some squares.
    #[inline(always)]
    fn sources(&self, to: V::Word, empty: V::Word, color: Color) -> V::Word {
        let (rules, tables) = (self.variant.rules(), self.tables());
        let mut found = V::Word::EMPTY;
        for direction in 0..8 {
            if rules.king_steps.has(direction, color) {
                let mut front = to;
                loop {
                    front = tables.step(front, compass::opposite(direction)) & empty;
                    if front.is_empty() {
                        break;
                    }
                    found |= front;
                    if rules.king_range == KingRange::Short {
                        break;
                    }
                }
            }
        }
        found
    }

    /// Those of some positions of a word whose king moves all lead to wins of the other side.
    #[inline(always)]
    fn without_escape(&self, turn: Color, word: usize, bits: V::Word, open: &[Vec<V::Word>; 2]) -> V::Word {
        if bits.is_empty() {
            return bits;
        }
        let (rests, open) = (self.frame.rests.len(), &open[turn.opposite().index()]);
        let Place { steady, rest } = self.place(word);
        let steady = self.first + steady;
        let (steady_kings, rest_kings) = (self.steady.sets[steady], self.frame.rests.sets[rest]);
        let occupied = self.men | steady_kings | rest_kings;
        if turn != self.frame.side {
            let place = |without: usize, bit: u8| self.steady.with(without, bit) * rests + rest;
            return self.walk(turn, bits, self.steady, steady, steady_kings, occupied, open, place);
        }
        let bits = bits & !self.sources(open[steady * rests + rest], self.tables().board & !occupied, turn);
        if rests == 1 || bits.is_empty() {
            return bits;
        }
        let place = |without: usize, bit: u8| steady * rests + self.frame.rests.with(without, bit);
        self.walk(turn, bits, &self.frame.rests, rest, rest_kings, occupied, open, place)
    }

    /// Takes from some positions those in which a king that is not the one of the word can move to an open position.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "one loop for the kings of either side")]
    fn walk(
        &self,
        turn: Color,
        mut bits: V::Word,
        combos: &Combos<V::Word>,
        place: usize,
        kings: V::Word,
        occupied: V::Word,
        open: &[V::Word],
        word: impl Fn(usize, u8) -> usize,
    ) -> V::Word {
        let next = &self.tables().geometry.next;
        for (nth, king) in kings.each().enumerate() {
            let without = combos.without(place, nth);
            for (direction, next) in next.iter().enumerate() {
                if !self.variant.rules().king_steps.has(direction, turn) {
                    continue;
                }
                let (mut way, mut at) = (bits, next[usize::from(king)]);
                while at != NONE && !occupied.has(at) {
                    way &= !V::Word::of(at);
                    if way.is_empty() {
                        break;
                    }
                    let escaped = open[word(without, at)] & way;
                    bits &= !escaped;
                    way &= !escaped;
                    if self.variant.rules().king_range == KingRange::Short {
                        break;
                    }
                    at = next[usize::from(at)];
                }
                if bits.is_empty() {
                    return bits;
                }
            }
        }
        bits
    }
}

/// Words and squares.
#[derive(Clone, Copy, Default)]
struct Images<B> {
    all: [(u32, B); 8],
    len: usize,
}

impl<B: Bits> Images<B> {
    #[inline(always)]
    fn push(&mut self, word: usize, bit: u8) {
        self.all[self.len] = (word as u32, B::of(bit));
        self.len += 1;
    }

    #[inline(always)]
    fn all(&self) -> &[(u32, B)] {
        &self.all[..self.len]
    }
}
