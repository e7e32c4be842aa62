//! The canonical form of a telephone number: digits only, country code first, as in E.164 without the plus.

use crate::error::Error;

fn invalid() -> Error {
    Error::validation("Invalid phone number format (E.164 required)")
}

/// Returns the digits of a number of any country. Spaces, dots, hyphens and brackets may separate them.
pub(crate) fn digits(text: &str) -> Result<String, Error> {
    let text = text.trim();
    let parted = text.strip_prefix('+').unwrap_or(text);
    let digits: String = parted.chars().filter(|c| !" .-()".contains(*c)).collect();
    let is_number = (10..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if is_number { Ok(digits) } else { Err(invalid()) }
}

/// Returns the digits of a number that may get short messages: of one of these countries and, in Brazil, a mobile.
pub(crate) fn canonical(text: &str, countries: &[String]) -> Result<String, Error> {
    let digits = digits(text)?;
    if !countries.iter().any(|code| digits.starts_with(code.as_str())) {
        return Err(Error::validation("Phone numbers of this country are not accepted"));
    }
    match digits.strip_prefix("55") {
        Some(national) if !is_brazilian_mobile(national.as_bytes()) => Err(invalid()),
        _ => Ok(digits),
    }
}

/// Returns `true` for an area code without a zero, a nine, and eight digits.
fn is_brazilian_mobile(national: &[u8]) -> bool {
    matches!(national, [b'1'..=b'9', b'1'..=b'9', b'9', rest @ ..] if rest.len() == 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brazil() -> Vec<String> {
        vec!["55".to_owned()]
    }

    #[test]
    fn phone_numbers_are_stored_as_digits() {
        for text in ["+5511999990000", "5511999990000", " +55 (11) 99999-0000 ", "55 11 9.9999.0000"] {
            assert_eq!(canonical(text, &brazil()).unwrap(), "5511999990000", "{text}");
        }
        let both = ["55".to_owned(), "351".to_owned()];
        assert_eq!(canonical("+351 912 345 678", &both).unwrap(), "351912345678");
    }

    #[test]
    fn invalid_and_foreign_phone_numbers_are_refused() {
        for text in [
            "",
            "+",
            "abc",
            "+55",
            "11999990000",
            "+551140040000",
            "+5501999990000",
            "+5511899990000",
            "+55119999900001",
            "+351912345678",
            "+19005550100",
            "+0551199999000",
            "++5511999990000",
            "+5511999990000,+5511999990001",
            "+5511999990000\nx",
            "+٥٥١١٩٩٩٩٩٠٠٠٠",
        ] {
            assert!(canonical(text, &brazil()).is_err(), "{text}");
        }
        assert!(canonical("+5511999990000", &[]).is_err());
    }
}
