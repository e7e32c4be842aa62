//! What was really played of a recording: parts of its duration in thousandths, so that they stay true for a recording
//! that replaces it.

/// A whole recording.
pub const WHOLE: i64 = 1_000;

/// A part: from, to.
pub type Part = (i64, i64);

/// The part of a recording of so many seconds; none where it names nothing of it.
pub fn part(from: f64, to: f64, duration: i64) -> Option<Part> {
    if duration <= 0 || !from.is_finite() || !to.is_finite() {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "between 0 and 1,000")]
    let share = |seconds: f64| ((seconds / duration as f64 * WHOLE as f64).round() as i64).clamp(0, WHOLE);
    let (from, to) = (share(from), share(to));
    (from < to).then_some((from, to))
}

/// The parts in order, none touching another: at most half as many as there are thousandths.
pub fn merged(parts: impl IntoIterator<Item = Part>) -> Vec<Part> {
    let mut parts: Vec<Part> = parts.into_iter().collect();
    parts.sort_unstable();
    let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
    for (from, to) in parts {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// How much of the recording the merged parts are, in percent.
pub fn share(parts: &[Part]) -> i64 {
    parts.iter().map(|(from, to)| to - from).sum::<i64>() * 100 / WHOLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_overlap_or_touch_are_one() {
        assert_eq!(merged([(500, 700), (0, 100), (100, 200), (650, 800)]), [(0, 200), (500, 800)]);
        assert_eq!(share(&merged([(0, 450), (0, 450), (500, 950)])), 90);
    }

    #[test]
    fn a_part_lies_within_the_recording() {
        assert_eq!(part(0.0, 30.0, 60), Some((0, 500)));
        assert_eq!(part(50.0, 90.0, 60), Some((833, 1_000)));
        for (from, to, duration) in [(30.0, 30.0, 60), (40.0, 30.0, 60), (0.0, 10.0, 0), (f64::NAN, 10.0, 60)]
        {
            assert_eq!(part(from, to, duration), None);
        }
    }
}
