//! The kinds of text that a file may hold. Each is declared once: its name in the schema, the expectation in error
//! messages, and the check.

use std::{borrow::Cow, fmt, ops::Deref};

use ateneu_base::tax_id;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A kind of text: its `format` in the schema, the expectation in error messages, and the check.
pub(crate) type Kind = (&'static str, &'static str, fn(&str) -> bool);

macro_rules! words {
    ($($(#[doc = $doc:literal])+ $name:ident, $expected:literal, $is:path;)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $name(String);

            impl Deref for $name {
                type Target = str;
                fn deref(&self) -> &str {
                    &self.0
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(&self.0)
                }
            }

            impl JsonSchema for $name {
                fn inline_schema() -> bool {
                    true
                }
                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }
                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!({ "type": "string", "format": stringify!($name) })
                }
            }
        )+
        /// Every kind.
        pub(crate) const KINDS: &[Kind] = &[$((stringify!($name), $expected, $is)),+];
    };
}

words! {
    /// A text that is not blank.
    Text, "a text that is not empty", is_text;
    /// An address on the web.
    Link, "a link that begins with https://", is_link;
    /// An e-mail address.
    Email, "an e-mail address", is_email;
    /// A number for click-to-chat links: country code, area code and number.
    Whatsapp, "country code, area code and number, 10 to 15 digits and nothing else", is_whatsapp;
    /// A telephone number as people read it.
    Phone, "a telephone number such as +55 21 2345-6789", is_phone;
    /// A day, as `2026-11-21`.
    Day, "a day such as 2026-11-21", is_day;
    /// A unique id of an entry, which may be part of a URL.
    Id, "lower-case letters, digits and single hyphens", is_id;
    /// A price in figures, as `R$ 1.470` or `R$ 47,90`.
    Price, "a price such as R$ 470 or R$ 1.470,90", is_price;
    /// A company's registration, as `12.345.678/0001-95`.
    Cnpj, "a CNPJ such as 12.345.678/0001-95 with the right check digits", is_cnpj;
}

impl Text {
    /// Returns a text of the program, unchecked.
    pub(crate) fn of_program(text: &'static str) -> Self {
        Self(text.to_owned())
    }
}

fn is_text(text: &str) -> bool {
    !text.trim().is_empty()
}

fn is_link(text: &str) -> bool {
    let host = |url: &url::Url| url.host_str().is_some_and(|host| host.contains('.'));
    let whole = !text.contains(char::is_whitespace);
    whole && text.starts_with("https://") && url::Url::parse(text).is_ok_and(|url| host(&url))
}

fn is_email(text: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\"\\".contains(c);
    text.rsplit_once('@').is_some_and(|(user, domain)| {
        let labels = domain.contains('.') && domain.split('.').all(|label| !label.is_empty());
        !user.is_empty() && !user.contains('@') && labels && !text.contains(odd)
    })
}

fn is_whatsapp(text: &str) -> bool {
    (10..=15).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0')
}

fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (8..=15).contains(&digits) && text.chars().all(|c| c.is_ascii_digit() || "+() -.".contains(c))
}

fn is_day(text: &str) -> bool {
    text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok()
}

fn is_id(text: &str) -> bool {
    let part = |part: &str| {
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit();
        !part.is_empty() && part.bytes().all(plain)
    };
    text.split('-').all(part)
}

/// Returns the centavos of a price in figures. Returns `None` for words.
pub(crate) fn centavos(price: &str) -> Option<i64> {
    let figures = price.strip_prefix("R$")?.trim().replace('.', "");
    let (reais, cents) = figures.split_once(',').unwrap_or((&figures, "00"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if !is_number(reais) || !is_number(cents) || cents.len() != 2 {
        return None;
    }
    Some(reais.parse::<i64>().ok()?.checked_mul(100)? + cents.parse::<i64>().ok()?)
}

fn is_price(text: &str) -> bool {
    centavos(text).is_some_and(|centavos| centavos > 0)
}

/// Checks digits and, in registrations issued since 2026, capital letters, with their punctuation.
fn is_cnpj(text: &str) -> bool {
    const SHAPE: &[u8] = b"##.###.###/####-##";
    let fits = |(c, shape): (u8, &u8)| match shape {
        b'#' => c.is_ascii_digit() || c.is_ascii_uppercase(),
        other => c == *other,
    };
    let characters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    text.len() == SHAPE.len() && text.bytes().zip(SHAPE).all(fits) && tax_id::is_cnpj(&characters)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A check, with its test cases.
    type Case = (fn(&str) -> bool, &'static [&'static str]);

    #[test]
    fn each_kind_accepts_valid_and_refuses_invalid_values() {
        let good: [Case; 9] = [
            (is_text, &["a", " a "]),
            (is_link, &["https://a.com", "https://www.linkedin.com/in/a?b=c#d"]),
            (is_email, &["a@b.com", "a.b+c@d.com.br"]),
            (is_whatsapp, &["5521999999999"]),
            (is_phone, &["+55 21 2345-6789", "(21) 2345-6789"]),
            (is_day, &["2026-11-21", "2028-02-29"]),
            (is_id, &["a", "1", "quem-trata"]),
            (is_price, &["R$ 470", "R$ 1.470", "R$ 47,90"]),
            (is_cnpj, &["00.000.000/0000-00", "11.222.333/0001-81", "12.ABC.345/01DE-35"]),
        ];
        let bad: [Case; 12] = [
            (is_text, &["", " ", "\n\t"]),
            (is_link, &["http://a.com", "a.com", "https://", "https://a", "https://a.com/b c"]),
            (is_link, &["javascript:alert(1)"]),
            (is_email, &["a", "a@b", "@b.com", "a@b..com", "a@b@c.com"]),
            (is_email, &["a b@c.com", "<a@b.com>", "a@b.com, c@d.com"]),
            (
                is_whatsapp,
                &["+5521999999999", "55 21 999999999", "21999", "0021999999999", "5521999999999999"],
            ),
            (is_phone, &["ligue", "123", "21 2345-6789 ramal 2"]),
            (is_day, &["21/11/2026", "2026-02-29", "2026-11-21T00:00:00", "2026-11"]),
            (is_id, &["", "A", "a--b", "-a", "ação", "a b"]),
            (is_price, &["470", "R$", "R$ 0", "R$ 47,9", "R$ -47", "R$ quarenta", "R$ 470 por ano"]),
            (is_price, &["R$ 99999999999999999999"]),
            (is_cnpj, &["11.222.333/0001-82", "11222333000181", "11.222.333/0001-8", "12.abc.345/01de-35"]),
        ];
        for (cases, expected) in [(&good[..], true), (&bad[..], false)] {
            for (is, texts) in cases {
                texts.iter().for_each(|text| assert_eq!(is(text), expected, "{text}"));
            }
        }
    }
}
