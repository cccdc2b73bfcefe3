//! Values as bytes, and bytes made small: blocks that are unpacked one by one.

use std::io;

/// Values of win, draw and loss in one byte.
pub(crate) const PER_BYTE: usize = 5;
const POWERS: [u8; PER_BYTE] = [1, 3, 9, 27, 81];

/// Five values below three in each byte.
pub(crate) fn pack(codes: &[u8]) -> Vec<u8> {
    let byte = |codes: &[u8]| codes.iter().zip(POWERS).map(|(code, power)| code * power).sum();
    let (whole, rest) = codes.as_chunks::<PER_BYTE>();
    let packed = whole.iter().map(|codes| byte(codes));
    packed.chain((!rest.is_empty()).then(|| byte(rest))).collect()
}

/// One value from packed ones.
#[inline(always)]
pub(crate) fn unpack(byte: u8, nth: usize) -> u8 {
    DIGITS[byte as usize][nth]
}

static DIGITS: [[u8; PER_BYTE]; 256] = {
    let mut digits = [[0; PER_BYTE]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut nth = 0;
        while nth < PER_BYTE {
            digits[byte][nth] = byte as u8 / POWERS[nth] % 3;
            nth += 1;
        }
        byte += 1;
    }
    digits
};

/// What every frame of zstd begins with; a block leaves it out.
const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// Makes blocks small.
pub(crate) struct Press(zstd::bulk::Compressor<'static>);

impl Press {
    pub fn new(level: i32) -> io::Result<Press> {
        let mut compressor = zstd::bulk::Compressor::new(level)?;
        // A block carries neither its length nor a checksum: the file knows both.
        compressor.include_contentsize(false)?;
        compressor.include_checksum(false)?;
        Ok(Press(compressor))
    }

    /// One byte where all are the same, the bytes themselves where they cannot be made smaller.
    pub fn squeeze(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        if bytes.iter().all(|byte| byte == &bytes[0]) {
            return Ok(bytes[..1].to_vec());
        }
        let small = self.0.compress(bytes)?;
        Ok(match small.strip_prefix(&MAGIC) {
            // One byte would say that all are the same.
            Some(small) if 1 < small.len() && small.len() < bytes.len() => small.to_vec(),
            _ => bytes.to_vec(),
        })
    }
}

/// The bytes of a block, `len` in number. An error where they are not what was squeezed.
pub(crate) fn expand(block: &[u8], len: usize) -> io::Result<Vec<u8>> {
    if block.len() == 1 {
        return Ok(vec![block[0]; len]);
    }
    if block.len() == len {
        return Ok(block.to_vec());
    }
    thread_local! {
        static PRESS: std::cell::RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { std::cell::RefCell::new(None) };
    }
    let frame = [&MAGIC, block].concat();
    let bytes = PRESS.with_borrow_mut(|press| {
        if press.is_none() {
            *press = Some(zstd::bulk::Decompressor::new()?);
        }
        match press {
            Some(press) => press.decompress(&frame, len),
            None => Err(io::ErrorKind::OutOfMemory.into()),
        }
    })?;
    if bytes.len() == len {
        Ok(bytes)
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("a block of {len} bytes unpacks to {}", bytes.len()),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_values_in_a_byte() {
        let codes: Vec<u8> = (0..243u32)
            .flat_map(|byte| (0..5).map(move |nth| (byte / 3u32.pow(nth) % 3) as u8))
            .collect();
        let packed = pack(&codes);
        assert_eq!(packed.len(), 243);
        for (at, &code) in codes.iter().enumerate() {
            assert_eq!(unpack(packed[at / PER_BYTE], at % PER_BYTE), code);
        }
        assert_eq!(pack(&[2]), [2]);
    }

    #[test]
    fn what_is_squeezed_comes_back() {
        let mut press = Press::new(19).expect("a compressor");
        let mixed: Vec<u8> = (0..4096u32).map(|at| (at * at / 97 % 251) as u8).collect();
        for bytes in [
            vec![7; 4096],
            vec![1],
            vec![1, 2],
            mixed.clone(),
            [vec![0; 3000], mixed].concat(),
        ] {
            let block = press.squeeze(&bytes).expect("a block");
            assert!(block.len() <= bytes.len());
            assert_eq!(expand(&block, bytes.len()).expect("bytes"), bytes);
        }
    }

    #[test]
    fn nonsense_does_not_expand() {
        for len in [2, 100, 4096] {
            assert!(expand(&[1, 2, 3, 4, 5], len).is_err());
        }
        let block = Press::new(3)
            .expect("a compressor")
            .squeeze(&[[1; 50], [2; 50]].concat())
            .expect("a block");
        assert!(expand(&block, 99).is_err());
        assert!(expand(&block, 101).is_err());
    }
}
