//! Codes of certificates: 60 random bits as twelve characters in three groups, for reading aloud.

use ateneu_base::ids;

/// Digits and capitals without I, L, O and U (Crockford).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP: usize = 4;
const GROUPS: usize = 3;

/// Returns a new code, such as `7K3M-Q0ZD-X9TB`.
pub fn new() -> String {
    let random = ids::secret(GROUP * GROUPS);
    let letters = random.bytes().take(GROUP * GROUPS).map(|byte| value(byte) % 32);
    grouped(letters.map(|value| char::from(ALPHABET[usize::from(value)])))
}

/// Returns the canonical form of a typed code. Returns `None` if it is invalid.
pub fn read(typed: &str) -> Option<String> {
    if typed.len() > 40 {
        return None;
    }
    let mut letters = Vec::with_capacity(GROUP * GROUPS);
    for typed in typed.chars().filter(|typed| !matches!(typed, '-' | ' ')) {
        let letter = match typed.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        letters
            .push(Some(letter).filter(|letter| u8::try_from(*letter).is_ok_and(|b| ALPHABET.contains(&b)))?);
    }
    (letters.len() == GROUP * GROUPS).then(|| grouped(letters.into_iter()))
}

fn grouped(letters: impl Iterator<Item = char>) -> String {
    let mut code = String::with_capacity(GROUP * GROUPS + GROUPS - 1);
    for (place, letter) in letters.enumerate() {
        if place > 0 && place % GROUP == 0 {
            code.push('-');
        }
        code.push(letter);
    }
    code
}

/// Returns the six bits of a character of base64url.
fn value(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'-' => 62,
        _ => 63,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_code_reads_in_every_spelling() {
        assert_eq!(read("7k3mq0zdx9tb").as_deref(), Some("7K3M-Q0ZD-X9TB"));
        assert_eq!(read("7K3M QoZD x9tl").as_deref(), Some("7K3M-Q0ZD-X9T1"));
        for wrong in ["", "7K3M-Q0ZD-X9T", "7K3M-Q0ZD-X9TBB", "7K3M-Q0ZD-X9TU", "7K3M-Q0ZD-X9Té"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn codes_differ_and_use_the_whole_alphabet() {
        let codes: BTreeSet<String> = (0..2_000).map(|_| new()).collect();
        assert_eq!(codes.len(), 2_000);
        let letters: BTreeSet<char> = codes.iter().flat_map(|code| code.chars()).collect();
        assert_eq!(letters.len(), 33);
        assert!(codes.iter().all(|code| read(code).as_ref() == Some(code)));
    }
}
