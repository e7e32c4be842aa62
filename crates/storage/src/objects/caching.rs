//! `Cache-Control` of a file: `max-age`, and nothing else of what the sender wrote.

/// Without a usable value.
const UNSAID: &str = "no-cache";

/// The longest `max-age`: a year, in seconds.
const LONGEST: u64 = 365 * 24 * 60 * 60;

/// The form that is stored and served. storage-js 2.119 sends `3600` in forms and `max-age=3600` in headers; of other
/// directives none is taken over.
pub(crate) fn cache_control(text: &str) -> String {
    text.split(',')
        .find_map(seconds)
        .map_or_else(|| UNSAID.to_owned(), |seconds| format!("max-age={seconds}"))
}

fn seconds(directive: &str) -> Option<u64> {
    let directive = directive.trim();
    let digits = match directive.split_once('=') {
        Some((name, digits)) => name.eq_ignore_ascii_case("max-age").then_some(digits)?,
        None => directive,
    };
    let is_number =
        !digits.is_empty() && digits.len() <= 10 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().map(|seconds: u64| seconds.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seconds_are_taken_over() {
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
            assert_eq!(cache_control(sent), stored, "{sent}");
        }
    }
}
