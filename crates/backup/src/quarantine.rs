//! Quarantine: a restored server answers requests, and sends, charges and cleans up nothing until a person lets it.

use ateneu_base::Timestamp;
use ateneu_db::{Db, Error, Tx};
use ateneu_schema::{
    Table,
    table::{internal, text, timestamp},
};
use serde::Deserialize;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        internal("quarantine", "The backup that was restored, until a person lets its server work.")
            .columns([
                text("id").required(),
                timestamp("begun_at").required(),
                timestamp("backup_made_at").required(),
            ])
            .primary_key(["id"]),
        crate::erased::table(),
    ]
}

/// A quarantine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Quarantine {
    /// Time of the restore.
    pub begun_at: Timestamp,
    /// Time of the backup's snapshot.
    pub backup_made_at: Timestamp,
}

impl Quarantine {
    /// Stores a quarantine, in place of a former one.
    pub(crate) fn store(self, tx: &mut Tx<'_>) -> Result<(), Error> {
        tx.execute("DELETE FROM quarantine", &[])?;
        let sql = "INSERT INTO quarantine (id, begun_at, backup_made_at) VALUES ('restored', $1, $2)";
        tx.execute(sql, &[self.begun_at.into(), self.backup_made_at.into()]).map(drop)
    }

    /// Returns the quarantine of a restored server, if it lasts.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn current(db: &Db) -> Result<Option<Self>, Error> {
        db.read(|tx| tx.query_optional_as("SELECT begun_at, backup_made_at FROM quarantine", &[])).await
    }

    /// Ends the quarantine. Returns `false` if there is none.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn end(db: &Db) -> Result<bool, Error> {
        db.write(Self::end_within).await
    }

    /// Ends the quarantine in a transaction that does more. Returns `false` if there is none.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn end_within(tx: &mut Tx<'_>) -> Result<bool, Error> {
        Ok(tx.execute("DELETE FROM quarantine", &[])? > 0)
    }
}
