//! Mutations of valid inputs. The same seed gives the same inputs, so that a failure can be repeated.

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// Variable with the number of inputs of a test.
const INPUTS: &str = "ATENEU_FUZZ_INPUTS";
/// Variable with the seed of the random sequence.
const SEED: &str = "ATENEU_FUZZ_SEED";
/// Number of inputs without [`INPUTS`].
const FEW: u64 = 400;
/// Maximum length of an input in bytes.
const MAX_BYTES: usize = 32 * 1024;

/// Numbers and characters that parsers often mishandle, for every format.
const COMMON: &[&str] = &[
    "",
    "0",
    "-1",
    "1e999",
    "9223372036854775808",
    "-9223372036854775809",
    "NaN",
    "null",
    "true",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\u{10ffff}",
    "%00",
    "%ff",
    "%2e%2e%2f",
    "../",
    "'",
    "\"",
    "\\",
    ";",
    ",",
    ".",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "&",
    "=",
    "*",
    "|",
    "\r\n",
    "\t",
    " ",
];

/// An endless sequence of inputs, beginning with the samples themselves.
pub struct Inputs {
    random: StdRng,
    samples: &'static [&'static str],
    words: &'static [&'static str],
    number: u64,
    count: u64,
}

impl Inputs {
    /// Creates a sequence from valid samples and words of their format, with the number of inputs in
    /// `ATENEU_FUZZ_INPUTS`, by default a few hundred.
    pub fn new(samples: &'static [&'static str], words: &'static [&'static str]) -> Self {
        let seed = number(SEED).unwrap_or(1);
        Self {
            random: StdRng::seed_from_u64(seed),
            samples,
            words,
            number: 0,
            count: number(INPUTS).unwrap_or(FEW),
        }
    }

    /// Creates several sequences that share the number of inputs, for concurrent tasks. Each is repeatable by the same
    /// seed.
    pub fn several(
        samples: &'static [&'static str],
        words: &'static [&'static str],
        sequences: u64,
    ) -> impl Iterator<Item = Self> {
        let Self { random: mut seeds, count, .. } = Self::new(samples, words);
        (0..sequences).map(move |place| Self {
            random: StdRng::seed_from_u64(seeds.random()),
            samples,
            words,
            number: 0,
            count: count / sequences + u64::from(place < count % sequences),
        })
    }

    /// Divides the number of inputs, for expensive ones.
    #[must_use]
    pub fn fewer(mut self, by: u64) -> Self {
        self.count = (self.count / by).max(self.samples.len() as u64);
        self
    }

    /// Returns one of several values.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.random.random_range(0..of.len())]
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end.max(1))
    }

    fn sample(&mut self) -> Vec<u8> {
        let samples = self.samples;
        self.pick(samples).as_bytes().to_vec()
    }

    fn word(&mut self) -> &'static [u8] {
        let words = self.words;
        let of = if words.is_empty() || self.random.random_bool(0.4) { COMMON } else { words };
        self.pick(of).as_bytes()
    }

    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(24)).min(length)
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(8) {
            0 => {
                let word = self.word();
                input.splice(at..at, word.iter().copied());
            }
            1 => {
                let range = self.range(input.len());
                let word = self.word();
                input.splice(range, word.iter().copied());
            }
            2 => {
                let range = self.range(input.len());
                input.drain(range);
            }
            3 => {
                let range = self.range(input.len());
                let again = input[range].repeat(1 + self.below(3));
                input.splice(at..at, again);
            }
            4 => {
                let other = self.sample();
                let range = self.range(other.len());
                input.splice(at..at, other[range].iter().copied());
            }
            5 => {
                // Long repetitions are rare, because they cost time and rarely find more than the first.
                let times = if self.random.random_bool(0.02) { 2_000 } else { 8 };
                let again = self.word().repeat(times);
                input.splice(at..at, again);
            }
            6 => {
                let byte = self.random.random::<u8>();
                match input.get_mut(at) {
                    Some(old) => *old = byte,
                    None => input.push(byte),
                }
            }
            _ => {
                if let Some(old) = input.get_mut(at) {
                    *old ^= 1 << self.random.random_range(0..8);
                }
            }
        }
        input.truncate(MAX_BYTES);
    }
}

impl Iterator for Inputs {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.number == self.count {
            return None;
        }
        let sample = usize::try_from(self.number).ok().and_then(|number| self.samples.get(number));
        self.number += 1;
        if let Some(sample) = sample {
            return Some(sample.as_bytes().to_vec());
        }
        let mut input = self.sample();
        for _ in 0..=self.below(5) {
            self.mutate(&mut input);
        }
        Some(input)
    }
}

/// Encodes an input for the part of a URL after `?` or `/`: other characters are percent-encoded.
pub fn for_address(input: &[u8]) -> String {
    input
        .iter()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(*byte).to_string(),
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b','
            | b';' | b'=' | b':' | b'@' | b'%' | b'/' => char::from(*byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

/// Reduces an input to the value of a header field, without bytes that HTTP forbids.
pub fn for_header(input: &[u8]) -> Vec<u8> {
    input.iter().copied().filter(|byte| *byte == b'\t' || (*byte >= b' ' && *byte != 127)).collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command that starts the tests says how many inputs there are"
)]
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
