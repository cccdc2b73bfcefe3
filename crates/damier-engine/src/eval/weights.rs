//! Learned weights on file.
//!
//! ```text
//! "damier-e", version u16, id of the game (16 bytes, padded with zeros),
//! tables u16, contents of each u16, terms u16, units in a hundredth u16,
//! then for the phase with all rows to go and for that with none: the terms, the tables one after another; checksum u32
//! ```
//!
//! Numbers of the head are little-endian. A weight is written as its zigzag code (0, -1, 1, -2, …) in groups of seven
//! bits, the lowest first, all but the last with the eighth bit set; a zero is followed by how many more zeros come.

use crate::checksum::checksum;

pub(crate) const MAGIC: &[u8; 8] = b"damier-e";
const VERSION: u16 = 1;
const ID: usize = 16;
const HEAD: usize = 8 + 2 + ID + 4 * 2;
/// No file is larger.
const MOST_BYTES: usize = 1 << 20;
/// Units of a weight in a hundredth of a man.
pub const UNITS: i32 = 4;

/// The weights of a game, those of either end of the scale of phases side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub terms: Vec<[i16; 2]>,
    pub tables: Vec<Vec<[i16; 2]>>,
}

impl Weights {
    pub fn write(&self, id: &str) -> Vec<u8> {
        let mut bytes = head(
            id,
            self.tables.len(),
            self.tables.first().map_or(0, Vec::len),
            self.terms.len(),
        );
        for phase in [0, 1] {
            let all = self.terms.iter().chain(self.tables.iter().flatten());
            write_numbers(&mut bytes, all.map(|pair| i32::from(pair[phase])));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The error says what is wrong with the file.
    pub fn read(bytes: &[u8], id: &str, tables: usize, contents: usize, terms: usize) -> Result<Weights, String> {
        if bytes.len() > MOST_BYTES {
            return Err(format!("a file of weights has at most {MOST_BYTES} bytes"));
        }
        if !bytes.starts_with(MAGIC) {
            return Err("not a file of weights: it begins otherwise".to_owned());
        }
        if !bytes.starts_with(&head(id, tables, contents, terms)) {
            return Err(format!("not the weights of {id} that this program can use"));
        }
        let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
            return Err("the file of weights ends early".to_owned());
        };
        if checksum(body).to_le_bytes() != *sum {
            return Err("the file of weights is damaged: its checksum differs".to_owned());
        }
        let mut rest = body.get(HEAD..).unwrap_or_default();
        let mut weights = Weights {
            terms: vec![[0; 2]; terms],
            tables: vec![vec![[0; 2]; contents]; tables],
        };
        for phase in [0, 1] {
            let mut zeros = 0;
            for pair in weights.terms.iter_mut().chain(weights.tables.iter_mut().flatten()) {
                let number = next_number(&mut rest, &mut zeros);
                let number = number.ok_or("the file of weights is damaged: a number is missing")?;
                pair[phase] = number as i16;
            }
        }
        Ok(weights)
    }
}

fn head(id: &str, tables: usize, contents: usize, terms: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let mut padded = [0; ID];
    for (at, byte) in padded.iter_mut().zip(id.bytes()) {
        *at = byte;
    }
    bytes.extend(padded);
    for number in [tables, contents, terms, UNITS as usize] {
        bytes.extend((number as u16).to_le_bytes());
    }
    bytes
}

/// Writes numbers one after another.
pub(crate) fn write_numbers(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = i32>) {
    let mut zeros = 0;
    for number in numbers {
        if number == 0 {
            zeros += 1;
            continue;
        }
        write_zeros(bytes, &mut zeros);
        write_number(bytes, zigzag(number));
    }
    write_zeros(bytes, &mut zeros);
}

/// So many numbers; none where they are not all there, or more are.
pub(crate) fn read_numbers(mut bytes: &[u8], count: usize) -> Option<Vec<i32>> {
    let mut zeros = 0;
    let numbers: Option<Vec<i32>> = (0..count).map(|_| next_number(&mut bytes, &mut zeros)).collect();
    numbers.filter(|_| bytes.is_empty() && zeros == 0)
}

/// The next number, while `zeros` counts those that are still to come without being written.
fn next_number(rest: &mut &[u8], zeros: &mut u32) -> Option<i32> {
    if *zeros > 0 {
        *zeros -= 1;
        return Some(0);
    }
    let code = read_number(rest)?;
    if code == 0 {
        *zeros = read_number(rest)?;
    }
    Some(unzigzag(code))
}

fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

fn unzigzag(code: u32) -> i32 {
    (code >> 1) as i32 ^ -((code & 1) as i32)
}

fn write_zeros(bytes: &mut Vec<u8>, zeros: &mut u32) {
    if *zeros > 0 {
        bytes.push(0);
        write_number(bytes, *zeros - 1);
        *zeros = 0;
    }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(rest: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for group in 0..5 {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u32::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Weights {
        let mut weights = Weights {
            terms: vec![[0; 2]; 5],
            tables: vec![vec![[0; 2]; 300]; 2],
        };
        weights.terms[1] = [i16::MIN, i16::MAX];
        weights.tables[0][299] = [-1, 1];
        weights.tables[1][1] = [64, -65];
        weights
    }

    #[test]
    fn what_is_written_is_read() {
        let weights = some();
        assert_eq!(Weights::read(&weights.write("game"), "game", 2, 300, 5), Ok(weights));
    }

    #[test]
    fn damage_is_noticed() {
        let bytes = some().write("game");
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Weights::read(&damaged, "game", 2, 300, 5).is_err(), "byte {at}");
            assert!(Weights::read(&bytes[..at], "game", 2, 300, 5).is_err(), "{at} bytes");
        }
        assert!(Weights::read(&bytes, "other", 2, 300, 5).is_err());
        assert!(Weights::read(&bytes, "game", 3, 300, 5).is_err());
    }
}
