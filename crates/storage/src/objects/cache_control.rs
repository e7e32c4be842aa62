//! `Cache-Control` of files.

use std::ops::Deref;

use ateneu_base::Value;
use ateneu_schema::{ColumnValue, Kind};

/// `no-cache`, or a `max-age`: the stored and served form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CacheControl(String);

/// Default for a file without a valid value.
const UNSAID: &str = "no-cache";

/// Maximum `max-age` in seconds: a year.
const MAX_AGE_SECONDS: u64 = 365 * 24 * 60 * 60;

impl CacheControl {
    /// Parses a header. storage-js 2.119 sends `3600` in forms and `max-age=3600` in headers. Other directives are
    /// ignored.
    pub(crate) fn of(text: &str) -> Self {
        let seconds = text.split(',').find_map(seconds);
        Self(seconds.map_or_else(|| UNSAID.to_owned(), |seconds| format!("max-age={seconds}")))
    }
}

impl Deref for CacheControl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Serves only this form, for any stored value.
impl ColumnValue for CacheControl {
    const KIND: Kind = Kind::Text;
    const NULLABLE: bool = true;

    fn to_value(&self) -> Value {
        (&self.0).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        Some(Self::of(value.as_text().unwrap_or_default()))
    }
}

fn seconds(directive: &str) -> Option<u64> {
    let directive = directive.trim();
    let digits = match directive.split_once('=') {
        Some((name, digits)) => name.eq_ignore_ascii_case("max-age").then_some(digits)?,
        None => directive,
    };
    let is_number =
        !digits.is_empty() && digits.len() <= 10 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().map(|seconds: u64| seconds.min(MAX_AGE_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numeric_cache_control_is_kept() {
        for (sent, stored) in [
            ("3600", "max-age=3600"),
            ("max-age=3600", "max-age=3600"),
            (" Max-Age=0 ", "max-age=0"),
            ("public, max-age=60, immutable", "max-age=60"),
            ("3600, x", "max-age=3600"),
            ("9999999999", "max-age=31536000"),
            ("99999999999", "no-cache"),
            ("s-maxage=60", "no-cache"),
            ("max-age=\"60\"", "no-cache"),
            ("max-age=-1", "no-cache"),
            ("no-store", "no-cache"),
            ("", "no-cache"),
            ("a\r\nb", "no-cache"),
            ("não", "no-cache"),
        ] {
            assert_eq!(&*CacheControl::of(sent), stored, "{sent}");
        }
    }
}
