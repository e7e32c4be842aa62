//! The names of a person.

use crate::{Record, fold};

/// Returns the visible names in an account's metadata, each in one line, the full one first.
pub fn given_names(metadata: &Record) -> impl Iterator<Item = String> {
    let names = ["full_name", "name"].into_iter().filter_map(|key| metadata.get(key)?.as_str());
    names.map(fold::one_line).filter(|name| !name.is_empty())
}

/// Returns the name of a profile, then the [`given_names`].
pub fn person_names(display_name: Option<&str>, metadata: &Record) -> impl Iterator<Item = String> {
    let shown = display_name.map(fold::one_line).filter(|name| !name.is_empty());
    shown.into_iter().chain(given_names(metadata))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_lines_that_show_something() {
        let metadata = Record::from_iter([
            ("name".to_owned(), json!("Ana\nSouza")),
            ("full_name".to_owned(), json!("\u{200B}\u{2800}")),
        ]);
        assert_eq!(given_names(&metadata).collect::<Vec<_>>(), ["Ana Souza"]);
        assert_eq!(person_names(Some("\u{202E}Lia"), &metadata).collect::<Vec<_>>(), ["Lia", "Ana Souza"]);
        assert_eq!(person_names(Some(" \u{AD}"), &Record::new()).count(), 0);
    }
}
