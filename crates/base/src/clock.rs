//! Time as a parameter, and the written form of an instant.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use jiff::{fmt::temporal::DateTimePrinter, tz::Offset};
use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Visitor};

/// An instant with microsecond precision. Its text form has a fixed width
/// (`2026-01-02T03:04:05.678901+00:00`), so text order is time order in both databases. The default is the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(into = "String")]
#[schemars(try_from = "String", extend("format" = "date-time"), inline, description = "")]
pub struct Timestamp(i64);

/// Prints six digits of a second, so that every instant has the same width.
const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(6));

/// Error for a text that is not an instant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a timestamp")]
pub struct NotATimestamp;

impl Timestamp {
    /// Makes a timestamp of microseconds since the Unix epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Makes a timestamp of whole seconds since the Unix epoch.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds * 1_000_000)
    }

    /// Microseconds since the Unix epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Whole seconds since the Unix epoch.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Reads RFC 3339 and the looser forms PostgreSQL accepts (date only, space for `T`, a space before the zone, no zone =
    /// UTC).
    pub fn parse(text: &str) -> Result<Self, NotATimestamp> {
        let text = text.trim();
        if let Ok(instant) = text.parse::<jiff::Timestamp>() {
            return Ok(Self(instant.as_microsecond()));
        }
        if let Some((time, zone)) = text.rsplit_once(' ') {
            let zone = match zone {
                "Z" | "z" | "UTC" | "utc" | "GMT" => Some("Z"),
                offset if offset.starts_with(['+', '-']) => Some(offset),
                _ => None,
            };
            if let Some(zone) = zone {
                let instant = format!("{}{zone}", time.trim_end()).parse::<jiff::Timestamp>();
                return instant.map(|instant| Self(instant.as_microsecond())).map_err(|_| NotATimestamp);
            }
        }
        let civil = text.parse::<jiff::civil::DateTime>().map_err(|_| NotATimestamp)?;
        let zoned = civil.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| NotATimestamp)?;
        Ok(Self(zoned.timestamp().as_microsecond()))
    }

    /// Reads what [`Timestamp::parse`] reads and the words of PostgreSQL: `now` (also `now()`), `epoch`, and `today`,
    /// `tomorrow` and `yesterday`, which begin at midnight UTC.
    ///
    /// # Errors
    /// Returns [`NotATimestamp`] if the text is none of these.
    pub fn parse_at(text: &str, now: Self) -> Result<Self, NotATimestamp> {
        const DAY: i64 = 86_400;
        let day = |days: i64| Self::from_seconds((now.seconds().div_euclid(DAY) + days) * DAY);
        match text.trim().to_ascii_lowercase().as_str() {
            "now" | "now()" => Ok(now),
            "today" => Ok(day(0)),
            "tomorrow" => Ok(day(1)),
            "yesterday" => Ok(day(-1)),
            "epoch" => Ok(Self::from_seconds(0)),
            _ => Self::parse(text),
        }
    }

    /// Formats the timestamp as RFC 3339 with a `Z`, as the accounts and storage services write it.
    pub fn to_zulu(self) -> String {
        PRINTER.timestamp_to_string(&self.instant())
    }

    /// Formats the timestamp as HTTP headers and RSS require: `Fri, 02 Jan 2026 03:04:05 GMT`.
    pub fn to_http_date(self) -> String {
        let since = Duration::from_secs(u64::try_from(self.seconds()).unwrap_or_default());
        httpdate::fmt_http_date(UNIX_EPOCH + since)
    }

    /// Parses an instant in the form of HTTP, in whole seconds.
    pub fn parse_http_date(text: &str) -> Option<Self> {
        let since = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since.as_secs()).ok().map(Self::from_seconds)
    }

    fn instant(self) -> jiff::Timestamp {
        jiff::Timestamp::from_microsecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Timestamp;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a string")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Timestamp, E> {
                Timestamp::parse(text).map_err(E::custom)
            }
        }

        from.deserialize_str(Text)
    }
}

impl From<Timestamp> for String {
    fn from(value: Timestamp) -> String {
        PRINTER.timestamp_with_offset_to_string(&value.instant(), Offset::UTC)
    }
}

impl std::ops::Add<Duration> for Timestamp {
    type Output = Self;
    fn add(self, rhs: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(rhs.as_micros()).unwrap_or(i64::MAX)))
    }
}

impl std::ops::Sub<Duration> for Timestamp {
    type Output = Self;
    fn sub(self, rhs: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(rhs.as_micros()).unwrap_or(i64::MAX)))
    }
}

/// Source of the time. Clones share the clock.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Source>);

#[derive(Debug)]
enum Source {
    System,
    Held(Mutex<Timestamp>),
}

impl Clock {
    /// Returns the machine's clock.
    pub fn system() -> Self {
        Self(Arc::new(Source::System))
    }

    /// Returns a clock that moves only with [`Clock::advance`], for tests and fixed demo data.
    pub fn held_at(at: Timestamp) -> Self {
        Self(Arc::new(Source::Held(Mutex::new(at))))
    }

    /// Returns the present instant.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub fn now(&self) -> Timestamp {
        match &*self.0 {
            Source::System => Timestamp(jiff::Timestamp::now().as_microsecond()),
            Source::Held(at) => *at.lock(),
        }
    }

    /// Moves a held clock forward; the machine's clock ignores it.
    pub fn advance(&self, by: Duration) {
        if let Source::Held(at) = &*self.0 {
            let mut at = at.lock();
            *at = *at + by;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_has_fixed_width_and_reads_back() {
        let at = Timestamp::parse("2026-01-02T03:04:05.6Z").unwrap();
        assert_eq!(at.to_string(), "2026-01-02T03:04:05.600000+00:00");
        assert_eq!(Timestamp::parse(&at.to_string()), Ok(at));
    }

    #[test]
    fn the_special_instants_of_postgresql_are_parsed() {
        let now = Timestamp::parse("2026-01-02T03:04:05.6Z").unwrap();
        for (text, instant) in [
            ("now", "2026-01-02T03:04:05.6Z"),
            (" NOW() ", "2026-01-02T03:04:05.6Z"),
            ("today", "2026-01-02"),
            ("tomorrow", "2026-01-03"),
            ("yesterday", "2026-01-01"),
            ("epoch", "1970-01-01"),
            ("2026-01-05", "2026-01-05"),
        ] {
            assert_eq!(Timestamp::parse_at(text, now), Timestamp::parse(instant), "{text}");
        }
        for text in ["infinity", "now(", "today()", ""] {
            assert_eq!(Timestamp::parse_at(text, now), Err(NotATimestamp), "{text}");
        }
    }

    #[test]
    fn looser_forms_are_read_as_utc_and_nonsense_is_refused() {
        for text in [
            "2026-01-02",
            "2026-01-02 00:00:00",
            "2026-01-01T21:00:00-03:00",
            "2026-01-01 21:00:00-03",
            "2026-01-01 21:00:00 -03",
            "2026-01-01 21:00:00 -0300",
            "2026-01-02 05:30:00 +05:30 ",
            "2026-01-02 00:00:00 UTC",
        ] {
            assert_eq!(
                Timestamp::parse(text).unwrap().to_string(),
                "2026-01-02T00:00:00.000000+00:00",
                "{text}"
            );
        }
        for text in [
            "",
            "ontem",
            "2026-13-01",
            "20260102T",
            "2026-01-02; drop",
            "2026-01-02 -03",
            "2026-01-02 00:00:00 -3x",
        ] {
            assert_eq!(Timestamp::parse(text), Err(NotATimestamp), "{text}");
        }
    }
}
