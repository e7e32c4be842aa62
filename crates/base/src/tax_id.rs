//! The tax ids of people and companies in Brazil: CPF, eleven digits, and CNPJ, fourteen characters, of which the first
//! twelve may be letters since July 2026.

use std::fmt;

use crate::fold;

/// A tax id with the right check digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaxId {
    /// Tax id of a person: eleven digits.
    Cpf(String),
    /// Tax id of a company: fourteen characters, letters in capitals.
    Cnpj(String),
}

impl TaxId {
    /// Parses a tax id with or without its punctuation. Returns `None` for another length, other characters, wrong
    /// check digits, or one character repeated.
    pub fn parse(text: &str) -> Option<Self> {
        let folded = fold::fold(text);
        let is_punctuation = |c: char| matches!(c, ' ' | '.' | '-' | '/');
        let characters: String =
            folded.chars().filter(|c| !is_punctuation(*c)).map(|c| c.to_ascii_uppercase()).collect();
        let first = characters.chars().next()?;
        if characters.chars().all(|c| c == first) {
            return None;
        }
        match characters.len() {
            11 if is_cpf(&characters) => Some(Self::Cpf(characters)),
            14 if is_cnpj(&characters) => Some(Self::Cnpj(characters)),
            _ => None,
        }
    }
}

impl fmt::Display for TaxId {
    /// Formats the tax id as `123.456.789-09` or `12.ABC.345/01DE-35`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (characters, shape) = match self {
            Self::Cpf(digits) => (digits, "###.###.###-##"),
            Self::Cnpj(characters) => (characters, "##.###.###/####-##"),
        };
        let mut characters = characters.chars();
        let shown = shape.chars().filter_map(|c| if c == '#' { characters.next() } else { Some(c) });
        f.write_str(&shown.collect::<String>())
    }
}

/// Returns `true` for eleven digits, the last two of which check the others.
fn is_cpf(characters: &str) -> bool {
    characters.bytes().all(|c| c.is_ascii_digit()) && are_checked(characters, 11)
}

/// Returns `true` for fourteen digits and capital letters without punctuation, the last two of which check the others.
pub fn is_cnpj(characters: &str) -> bool {
    let are_known = characters.bytes().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    characters.len() == 14 && are_known && are_checked(characters, 9)
}

/// Returns `true` if the last two characters are check digits modulo eleven. Weights run from two to `heaviest`,
/// repeatedly, from the right.
fn are_checked(characters: &str, heaviest: u32) -> bool {
    let values: Vec<u32> = characters.bytes().map(|c| u32::from(c) - u32::from(b'0')).collect();
    let check = |values: &[u32]| {
        let sum: u32 =
            values.iter().rev().zip((2..=heaviest).cycle()).map(|(value, weight)| value * weight).sum();
        match sum % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        }
    };
    let (own, digits) = values.split_at(values.len() - 2);
    check(own) == digits[0] && check(&values[..values.len() - 1]) == digits[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tax_ids_are_read_with_and_without_punctuation() {
        for (text, shown) in [
            ("123.456.789-09", "123.456.789-09"),
            ("12345678909", "123.456.789-09"),
            (" 529 982 247 25 ", "529.982.247-25"),
            ("123.456.789–09", "123.456.789-09"),
            ("\u{202A}123.456.789−09\u{202C}", "123.456.789-09"),
            ("１２３.456.789\u{2011}0\u{200B}9", "123.456.789-09"),
            ("11.222.333/0001-81", "11.222.333/0001-81"),
            ("11222333000181", "11.222.333/0001-81"),
            ("12.abc.345/01de-35", "12.ABC.345/01DE-35"),
        ] {
            assert_eq!(TaxId::parse(text).unwrap().to_string(), shown);
        }
        assert!(matches!(TaxId::parse("12345678909"), Some(TaxId::Cpf(_))));
        assert!(matches!(TaxId::parse("11222333000181"), Some(TaxId::Cnpj(_))));
    }

    #[test]
    fn invalid_tax_ids_are_refused() {
        for text in [
            "",
            " ",
            "123.456.789-00",
            "1234567890",
            "123456789091",
            "111.111.111-11",
            "00.000.000/0000-00",
            "11.222.333/0001-82",
            "12.ABC.345/01DE-3A",
            "12.ÑBC.345/01DE-35",
            "123.456.789-0A",
            "12345678909;",
            "1122233300018",
        ] {
            assert_eq!(TaxId::parse(text), None, "{text:?}");
        }
    }
}
