//! Dependencies of a page: with them, a committed change finds the pages that it makes stale.

use std::collections::BTreeSet;

use ateneu_base::{Read, Reads};

/// One thing a page depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependency {
    /// Anything at all: a response did not say what it was made from.
    Everything,
    /// Any row of the table.
    Table(String),
    /// The row of the table with this key, in the form of [`row_key`].
    Row(String, String),
}

/// Everything one page depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies(BTreeSet<Dependency>);

/// The name under which a page that shows a content file depends on them.
pub const CONTENT: &str = "content";

/// Two spellings of one key (a uuid in capitals, or without hyphens) are one key.
pub fn row_key(text: &str) -> String {
    let significant = text.chars().filter(|c| c.is_alphanumeric());
    significant.flat_map(char::to_lowercase).collect()
}

impl Dependencies {
    pub fn add(&mut self, dependency: Dependency) {
        self.0.insert(dependency);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Dependency> {
        self.0.iter()
    }

    /// Adds what a response was made from; everything where it did not say.
    pub fn add_reads(&mut self, reads: Option<&Reads>) {
        match reads {
            Some(Reads(reads)) => self.0.extend(reads.iter().map(|read| match read {
                Read::Table(name) => Dependency::Table(name.clone()),
                Read::Row(name, key) => Dependency::Row(name.clone(), row_key(key)),
            })),
            None => self.add(Dependency::Everything),
        }
    }
}
