//! The invented person of the demo: changes to the files of the binary.

use serde_json::{Map, Value as Json};

use crate::error::Error;

/// Returns the demo's changes to the files, by file.
pub(crate) fn changes() -> Result<Map<String, Json>, Error> {
    toml::from_str(include_str!("../demo.toml"))
        .map_err(|error| Error::about("crates/content/demo.toml", error.to_string()))
}

/// Merges tables by key and lists by position. Other values are replaced.
pub(crate) fn merge(file: &mut Json, changes: Json) {
    match (file, changes) {
        (Json::Object(file), Json::Object(changes)) => {
            for (key, change) in changes {
                merge(file.entry(key).or_insert(Json::Null), change);
            }
        }
        (Json::Array(file), Json::Array(changes)) => {
            file.iter_mut().zip(changes).for_each(|(entry, change)| merge(entry, change));
        }
        (file, change) => *file = change,
    }
}
