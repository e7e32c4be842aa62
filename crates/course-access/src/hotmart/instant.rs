//! Instants in the platform's responses.

use ateneu_base::Timestamp;
use serde_json::Value as Json;

/// Limit between seconds and milliseconds: as seconds it lies in the year 5138.
const SECONDS_UP_TO: i64 = 100_000_000_000;

/// Parses an instant: milliseconds, or seconds in some responses, distinguished by their size.
pub(crate) fn instant(value: &Json) -> Option<Timestamp> {
    let number = match value {
        Json::String(text) => text.trim().parse().ok()?,
        value => value.as_i64()?,
    };
    match number {
        ..=0 => None,
        1..=SECONDS_UP_TO => Some(Timestamp::from_seconds(number)),
        _ => Some(Timestamp::from_micros(number.checked_mul(1_000)?)),
    }
}
