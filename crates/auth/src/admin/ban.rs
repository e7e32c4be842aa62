//! `ban_duration` in Go's notation: `24h`, `1h30m`, `90s`. `none` lifts the ban.

use std::time::Duration;

use ateneu_base::Timestamp;

use crate::error::Error;

/// Parses the duration of a ban. Returns its end, counted from `now`, or `None` for `none`.
pub(crate) fn until(text: &str, now: Timestamp) -> Result<Option<Timestamp>, Error> {
    match text {
        "none" => Ok(None),
        _ => duration(text)
            .map(|duration| Some(now + duration))
            .ok_or_else(|| Error::validation("invalid format for ban duration")),
    }
}

fn duration(text: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let unit = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        let seconds = match &rest[..unit] {
            "h" => 3_600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 1e-3,
            _ => return None,
        };
        // A thousand years counts as for ever, and is still a valid instant.
        let part = Duration::try_from_secs_f64((number * seconds).min(3.2e10)).ok()?;
        total = total.checked_add(part)?.min(Duration::from_secs(32_000_000_000));
        rest = &rest[unit..];
    }
    (!text.is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ban_durations_are_parsed_as_in_go() {
        let seconds = |text: &str| duration(text).map(|d| d.as_secs());
        assert_eq!(seconds("24h"), Some(86_400));
        assert_eq!(seconds("1h30m"), Some(5_400));
        assert_eq!(seconds("1.5h"), Some(5_400));
        assert_eq!(seconds("876000h"), Some(3_153_600_000));
        for text in ["", "h", "24", "24x", "-5h", "1h 2m", "é"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
