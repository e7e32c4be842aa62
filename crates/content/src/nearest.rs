//! Suggestions for misspelled names.

/// Returns `; did you mean plans?` for a name that is close to a known one.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// Minimum similarity of a suggestion. Identical names have 1.
    const CLOSE: f64 = 0.8;
    known
        .map(|other| (strsim::jaro_winkler(name, other), other))
        .filter(|(likeness, _)| *likeness >= CLOSE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map_or(String::new(), |(_, nearest)| format!("; did you mean {nearest}?"))
}
