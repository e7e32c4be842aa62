//! Played parts of a recording. They are stored in thousandths of its duration, so that they hold for a replaced
//! recording. Their resolution is a millionth.

use serde::{Deserialize, Serialize};

/// A whole recording, in millionths.
const WHOLE: i64 = 1_000_000;

/// Millionths per stored thousandth.
const THOUSANDTH: f64 = 1_000.0;

/// Maximum number of stored parts: the longest. Watching with jumps makes a few dozen.
const MAX_PARTS: usize = 500;

/// A part: start and end, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(from = "(f64, f64)", into = "(f64, f64)")]
pub struct Part(i64, i64);

impl Part {
    fn length(self) -> i64 {
        self.1 - self.0
    }
}

impl From<(f64, f64)> for Part {
    fn from((from, to): (f64, f64)) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and a million")]
        let millionths = |thousandths: f64| ((thousandths * THOUSANDTH).round() as i64).clamp(0, WHOLE);
        Self(millionths(from), millionths(to))
    }
}

impl From<Part> for (f64, f64) {
    fn from(Part(from, to): Part) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "between 0 and a million")]
        let thousandths = |millionths: i64| millionths as f64 / THOUSANDTH;
        (thousandths(from), thousandths(to))
    }
}

/// Returns the part of a recording of `duration` seconds. Returns `None` if it is empty or outside.
pub fn part(from: f64, to: f64, duration: i64) -> Option<Part> {
    if duration <= 0 || !from.is_finite() || !to.is_finite() {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "seconds of a recording")]
    let thousandths = |seconds: f64| seconds / duration as f64 * 1_000.0;
    Some(Part::from((thousandths(from), thousandths(to)))).filter(|Part(from, to)| from < to)
}

/// Returns the parts in order, merged if they touch.
pub fn merged(parts: impl IntoIterator<Item = Part>) -> Vec<Part> {
    let mut parts: Vec<Part> = parts.into_iter().collect();
    parts.sort_unstable();
    let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
    for Part(from, to) in parts {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push(Part(from, to)),
        }
    }
    if merged.len() > MAX_PARTS {
        merged.sort_by_key(|part| std::cmp::Reverse(part.length()));
        merged.truncate(MAX_PARTS);
        merged.sort_unstable();
    }
    merged
}

/// Returns the percentage of the recording that the merged parts cover.
pub fn share(parts: &[Part]) -> i64 {
    length(parts) * 100 / WHOLE
}

/// Returns the seconds of the recording that `after` covers beyond `before`.
pub fn seconds_added(before: &[Part], after: &[Part], duration: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most a million")]
    let share = (length(after) - length(before)).max(0) as f64 / WHOLE as f64;
    #[expect(clippy::cast_precision_loss, reason = "seconds of a recording")]
    let seconds = share * duration as f64;
    seconds
}

fn length(parts: &[Part]) -> i64 {
    parts.iter().copied().map(Part::length).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(parts: &[(f64, f64)]) -> Vec<Part> {
        parts.iter().copied().map(Part::from).collect()
    }

    #[test]
    fn parts_that_overlap_or_touch_are_one() {
        let overlapping = parts(&[(500.0, 700.0), (0.0, 100.0), (100.0, 200.0), (650.0, 800.0)]);
        assert_eq!(merged(overlapping), parts(&[(0.0, 200.0), (500.0, 800.0)]));
        assert_eq!(share(&merged(parts(&[(0.0, 450.0), (0.0, 450.0), (500.0, 950.0)]))), 90);
    }

    #[test]
    fn a_part_lies_within_the_recording() {
        assert_eq!(part(0.0, 30.0, 60), Some(Part(0, 500_000)));
        assert_eq!(part(50.0, 90.0, 60), Some(Part(833_333, 1_000_000)));
        for (from, to, duration) in
            [(30.0, 30.0, 60), (40.0, 30.0, 60), (0.0, 10.0, 0), (f64::NAN, 10.0, 60), (5.0, 5.000_002, 60)]
        {
            assert_eq!(part(from, to, duration), None);
        }
    }

    #[test]
    fn a_long_recording_in_short_pieces_is_played_whole() {
        let hours = 4 * 3_600;
        let pieces = (0..hours / 15).filter_map(|piece| {
            let from = f64::from(piece) * 15.0;
            part(from, from + 15.0, hours.into())
        });
        assert_eq!(merged(pieces), [Part(0, WHOLE)]);
    }

    #[test]
    fn merged_parts_are_limited_and_keep_their_stored_form() {
        let tiny = (0..2_000).filter_map(|piece| part(f64::from(piece), f64::from(piece) + 0.01, 2_000));
        let kept = merged(tiny);
        assert_eq!(kept.len(), MAX_PARTS);
        let seconds = seconds_added(&[], &kept, 2_000);
        assert!((seconds - 5.0).abs() < 0.01, "{seconds}");
        let stored = serde_json::to_string(&kept[1..2]).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Part>>(&stored).unwrap(), kept[1..2]);
        assert_eq!(serde_json::from_str::<Vec<Part>>("[[0,450]]").unwrap(), [Part(0, 450_000)]);
    }
}
