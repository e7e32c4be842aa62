//! The names that came with an account.

use crate::Record;

/// The names in an account's metadata that are not blank, the full one first.
pub fn given_names(metadata: &Record) -> impl Iterator<Item = &str> {
    let names = ["full_name", "name"].into_iter().filter_map(|key| metadata.get(key)?.as_str());
    names.filter(|name| !name.trim().is_empty())
}
