//! Committed changes of rows, and the rows that a response was read from. The page cache compares both.

use serde::{Deserialize, Serialize};

/// One row as JSON, keyed by column name.
pub type Record = serde_json::Map<String, serde_json::Value>;

/// Kind of change to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verb {
    /// An inserted row.
    Insert,
    /// An updated row.
    Update,
    /// A deleted row.
    Delete,
}

/// One committed change. It is published after its commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Table name.
    pub table: String,
    /// Kind of the change.
    pub verb: Verb,
    /// The row before, for update and delete (at least the primary key). An update with `old` alone stands for all rows
    /// that have its values.
    pub old: Option<Record>,
    /// The row after, for insert and update.
    pub new: Option<Record>,
}

/// Parts of the database that a response was made from. An extension of the response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reads(pub Vec<Read>);

/// A part of the database.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Read {
    /// Any row of the table.
    Table(String),
    /// The row of the table with this primary key.
    Row(String, String),
}
