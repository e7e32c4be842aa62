//! Checks words: private vocabulary that must not come back.

/// Words formerly used here for things with a standard name, with that name.
const WORDS: &[(&str, &str)] = &[
    ("door", "endpoint"),
    ("doors", "endpoints"),
    ("errand", "delivery"),
    ("heard", "received"),
    ("house", "application, server or owner"),
    ("told", "sent, notified or stored"),
    ("wish", "request"),
    ("wishes", "requests"),
];

/// Folder of the decisions, and the maximum number of words of each.
const DECISIONS: (&str, usize) = ("docs/decisions/", 250);

/// Reports words of [`WORDS`] in code, comments and documents, and decisions that are too long.
pub fn check(path: &str, text: &str, broken: &mut Vec<String>) {
    for (index, line) in text.lines().enumerate() {
        for (word, standard) in words(line).filter_map(|word| listed(&word)) {
            broken.push(format!("{path}:{}: `{word}`: say {standard}", index + 1));
        }
    }
    let count = text.split_whitespace().count();
    if path.starts_with(DECISIONS.0) && count > DECISIONS.1 {
        broken.push(format!("{path}: {count} words; a decision has at most {}", DECISIONS.1));
    }
}

fn listed(word: &str) -> Option<(&'static str, &'static str)> {
    WORDS.iter().find(|(listed, _)| *listed == word).copied()
}

/// Returns the words of a line in lower case. Those of `snake_case` and `CamelCase` names count one by one.
fn words(line: &str) -> impl Iterator<Item = String> {
    line.split(|character: char| !character.is_alphabetic()).flat_map(|name| {
        let mut parts: Vec<String> = Vec::new();
        let mut was_lower = false;
        for character in name.chars() {
            if parts.is_empty() || (was_lower && character.is_uppercase()) {
                parts.push(String::new());
            }
            was_lower = character.is_lowercase();
            if let Some(part) = parts.last_mut() {
                part.extend(character.to_lowercase());
            }
        }
        parts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_words_are_found_within_names_and_whole_only() {
        let text = "/// The House.\nstruct OpenDoor;\nlet was_told = household;\nlet indoors = 1;";
        let mut broken = Vec::new();
        check("crates/a/src/lib.rs", text, &mut broken);
        let places: Vec<_> = broken.iter().filter_map(|line| line.split("`: ").next()).collect();
        let expected =
            ["crates/a/src/lib.rs:1: `house", "crates/a/src/lib.rs:2: `door", "crates/a/src/lib.rs:3: `told"];
        assert_eq!(places, expected);
    }

    #[test]
    fn a_decision_over_250_words_is_reported() {
        let mut broken = Vec::new();
        check("docs/decisions/0001-short.md", &"fact ".repeat(250), &mut broken);
        check("docs/status.md", &"fact ".repeat(251), &mut broken);
        assert_eq!(broken, [""; 0]);
        check("docs/decisions/0002-long.md", &"fact ".repeat(251), &mut broken);
        assert_eq!(broken, ["docs/decisions/0002-long.md: 251 words; a decision has at most 250"]);
    }
}
