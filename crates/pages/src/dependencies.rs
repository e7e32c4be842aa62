//! Dependencies of pages, by which a committed change finds the stale pages.

use std::collections::BTreeSet;

use ateneu_base::{Read, Reads};

/// A dependency of a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependency {
    /// All tables: a response did not name its rows.
    Everything,
    /// Any row of the table.
    Table(String),
    /// The row of the table with this key, in the form of [`row_key`].
    Row(String, String),
}

/// All dependencies of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies(BTreeSet<Dependency>);

/// Name of the content files as a dependency.
pub const CONTENT: &str = "content";

/// Returns the canonical form of a key: a uuid in capitals, or without hyphens, is the same key.
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

    /// Adds the rows and tables of a response, or everything if it names none.
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
