//! The table of this crate.

use ateneu_base::Timestamp;
use ateneu_schema::{
    Table, TableRow, Words,
    table::{boolean, int, internal, text, timestamp, uuid},
};

/// State of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CopyState {
    /// The copy is being made.
    Running,
    /// The copy is complete.
    Done,
    /// The copy could not be made.
    Failed,
}

/// Result of the last proof of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ProofState {
    /// The copy can be restored.
    Passed,
    /// The copy cannot be restored.
    Failed,
}

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        internal("backup_copies", "Copies of the installation, whose files are elsewhere, and failed ones.")
            .columns([
                uuid("id").required(),
                // Name of the file.
                text("name").required(),
                text("state").required().words::<CopyState>(),
                timestamp("started_at").required(),
                timestamp("finished_at"),
                int("bytes"),
                int("row_count"),
                // Empty if the files were left out.
                int("file_count"),
                boolean("encrypted").required(),
                // Reason of the failure, in Portuguese.
                text("error"),
                text("proof").words::<ProofState>(),
                timestamp("proved_at"),
                // Reason why the proof failed, in Portuguese.
                text("proof_error"),
            ])
            .primary_key(["id"])
            .index(["started_at desc"])
            .index(["name"]),
    ]
}

/// Row of a copy.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("backup_copies")]
pub(crate) struct CopyRow {
    #[key]
    pub id: String,
    pub name: String,
    pub state: CopyState,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub bytes: Option<i64>,
    pub row_count: Option<i64>,
    pub file_count: Option<i64>,
    pub encrypted: bool,
    pub error: Option<String>,
    pub proof: Option<ProofState>,
    pub proved_at: Option<Timestamp>,
    pub proof_error: Option<String>,
}
