//! Checks words: private vocabulary that must not come back, and the length of test names.

/// Words once used here for things that have a standard name, which stands beside them.
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

/// Longest name of a test, in characters.
const TEST_NAME: usize = 60;

/// Reports words of [`WORDS`] in code, comments and documents, and test names beyond [`TEST_NAME`].
pub fn check(path: &str, text: &str, broken: &mut Vec<String>) {
    for (index, line) in text.lines().enumerate() {
        for (word, standard) in words(line).filter_map(|word| listed(&word)) {
            broken.push(format!("{path}:{}: `{word}`: say {standard}", index + 1));
        }
    }
    if path.ends_with(".rs") {
        for name in test_names(text).filter(|name| name.len() > TEST_NAME) {
            broken.push(format!("{path}: the name {name} has more than {TEST_NAME} characters"));
        }
    }
}

fn listed(word: &str) -> Option<(&'static str, &'static str)> {
    WORDS.iter().find(|(listed, _)| *listed == word).copied()
}

/// The words of a line in lower case; those of `snake_case` and `CamelCase` names count one by one.
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

/// Names of the functions under an attribute that ends in `test`.
fn test_names(text: &str) -> impl Iterator<Item = &str> {
    let mut is_test = false;
    text.lines().map(str::trim).filter_map(move |line| {
        if let Some(attribute) = line.strip_prefix("#[") {
            let path = attribute.split(['(', ']']).next().unwrap_or_default();
            is_test |= path.rsplit("::").next() == Some("test");
            return None;
        }
        let name = line.split_once("fn ").and_then(|(_, rest)| rest.split(['(', '<']).next());
        name.filter(|_| std::mem::take(&mut is_test))
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
    fn long_names_of_tests_are_found_and_others_are_not() {
        let long = "a".repeat(TEST_NAME + 1);
        let text = format!(
            "#[test]\nfn short() {{}}\nfn {long}() {{}}\n#[ateneu_testkit::test(sqlite)]\nasync fn {long}b() {{}}\n\
             #[cfg(test)]\nmod tests {{\n    #[tokio::test]\n    #[ignore]\n    async fn {long}c() {{}}\n"
        );
        let names: Vec<_> = test_names(&text).filter(|name| name.len() > TEST_NAME).collect();
        assert_eq!(names, [format!("{long}b"), format!("{long}c")]);
    }
}
