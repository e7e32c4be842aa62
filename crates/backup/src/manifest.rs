use ateneu_base::Timestamp;
use serde::{Deserialize, Serialize};

/// Form of the backups that this program writes. It grows when an older program could not read them.
pub(crate) const FORMAT: u32 = 1;
/// Name of the manifest in the backup, its last part.
pub(crate) const NAME: &str = "manifest.json";

/// Contents of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Form of the backup.
    pub(crate) format: u32,
    /// Version of the program that made it.
    pub version: String,
    /// Time of the snapshot of the rows.
    pub made_at: Timestamp,
    /// Names of the migrations that the tables had.
    pub(crate) migrations: Vec<String>,
    /// The tables, by name.
    pub tables: Vec<TablePart>,
    /// The stored files. `None` if only rows were backed up.
    pub files: Option<Vec<FilePart>>,
    /// The owner's content files.
    pub content: Vec<FilePart>,
}

/// The rows of a table: one JSON array of its columns' values a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePart {
    /// Name of the table.
    pub name: String,
    /// Names of the columns, in the order of the values.
    pub columns: Vec<String>,
    /// Number of rows.
    pub rows: u64,
    /// Hash of the lines.
    pub(crate) sha256: String,
}

/// The bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePart {
    /// Version of a stored file, or name of a content file.
    pub name: String,
    /// Number of bytes.
    pub size: u64,
    /// Hash of the bytes.
    pub(crate) sha256: String,
}

impl Manifest {
    /// Returns the number of rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    /// Returns the number of bytes of all stored files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().flatten().map(|file| file.size).sum()
    }
}

/// Name of a table's rows in the backup.
pub(crate) fn rows_name(table: &str) -> String {
    format!("rows/{table}.jsonl")
}

/// Name of a stored file's bytes in the backup.
pub(crate) fn file_name(version: &str) -> String {
    format!("files/{version}")
}

/// Name of a content file in the backup.
pub(crate) fn content_name(name: &str) -> String {
    format!("content/{name}")
}
