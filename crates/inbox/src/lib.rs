//! What outside services tell, as a queue in the database: every event is stored once under the sender's own id, taken
//! under a lease that holds across nodes, and settled. What a worker leaves behind when it goes is taken up again when its
//! lease is over, so whoever works an event off must bear to do it twice.
//!
//! A sender's table has the columns `id`, `kind`, `happened_at`, `payload` (JSON), `state`, `tries`, `next_at`, `error`,
//! `created_at` and `settled_at`.

use std::time::Duration;

use ateneu_base::{Change, Record, Timestamp, Verb};
use ateneu_db::{Error, Row, Tx};
use serde_json::Value as Json;

/// How long a worker may keep an event before it counts as gone.
pub const LEASE: Duration = Duration::from_secs(120);

/// Pauses in seconds after each try that failed; after the last the event has failed, and what is left is asking the
/// sender how things stand.
const PAUSES: [u64; 10] = [5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

/// How long what was settled is kept: longer than senders repeat themselves.
const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);

/// The events of one sender.
#[derive(Clone, Copy, Debug)]
pub struct Inbox {
    table: &'static str,
}

/// An event as it was told.
#[derive(Clone, Debug)]
pub struct Told {
    /// The sender's id of it.
    pub id: String,
    /// Its kind, in the sender's words.
    pub kind: String,
    /// When it happened there.
    pub happened_at: Timestamp,
    /// JSON.
    pub payload: String,
}

/// An event to be worked off.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The sender's id of it.
    pub id: String,
    /// Its kind, in the sender's words.
    pub kind: String,
    /// When it happened there.
    pub happened_at: Timestamp,
    /// The payload.
    pub event: Json,
    /// How often it was taken, this time included.
    pub tries: i64,
}

/// What became of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What it asks for is done.
    Done,
    /// It asks for nothing here; the words say why.
    Ignored(String),
    /// To be tried again; the words say why.
    Later(String),
}

impl Inbox {
    /// The events in that table.
    pub const fn new(table: &'static str) -> Self {
        Self { table }
    }

    /// The table: a [`Change`] of it says that an event was stored.
    pub const fn table(&self) -> &'static str {
        self.table
    }

    /// Stores an event; false when it was there.
    ///
    /// # Errors
    /// When the database does not take it.
    pub fn store(&self, tx: &mut Tx<'_>, told: &Told, now: Timestamp) -> Result<bool, Error> {
        let sql = format!(
            "INSERT INTO {} (id, kind, happened_at, payload, state, tries, next_at, created_at)
             VALUES ($1, $2, $3, $4, 'pending', 0, $5, $5) ON CONFLICT (id) DO NOTHING",
            self.table
        );
        let values = [
            (&told.id).into(),
            (&told.kind).into(),
            told.happened_at.into(),
            (&told.payload).into(),
            now.into(),
        ];
        let stored = tx.execute(&sql, &values)? > 0;
        if stored {
            tx.changed(Change {
                table: self.table.into(),
                verb: Verb::Insert,
                old: None,
                new: Some(Record::from_iter([("id".to_owned(), told.id.as_str().into())])),
            });
        }
        Ok(stored)
    }

    /// Takes up to `most` events that are due.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn take(&self, tx: &mut Tx<'_>, most: i64, now: Timestamp) -> Result<Vec<Taken>, Error> {
        tx.lock(self.table)?;
        let sql = format!(
            "SELECT id, kind, happened_at, payload, tries FROM {} WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2",
            self.table
        );
        let rows = tx.query(&sql, &[now.into(), most.into()])?;
        let taken: Vec<Taken> = rows.iter().filter_map(read).collect();
        if !taken.is_empty() {
            let ids = Json::from_iter(taken.iter().map(|event| event.id.as_str())).to_string();
            let sql = format!(
                "UPDATE {} SET tries = tries + 1, next_at = $2 WHERE {}",
                self.table,
                tx.dialect().among("id", "$1")
            );
            tx.execute(&sql, &[ids.into(), (now + LEASE).into()])?;
        }
        Ok(taken)
    }

    /// Writes down what became of events that were worked off together.
    ///
    /// # Errors
    /// When the database does not take it.
    pub fn settle(
        &self,
        tx: &mut Tx<'_>,
        events: &[Taken],
        outcome: &Outcome,
        now: Timestamp,
    ) -> Result<(), Error> {
        let sql = format!(
            "UPDATE {} SET state = $2, next_at = $3, error = $4, settled_at = $5 WHERE id = $1",
            self.table
        );
        for event in events {
            let pause = usize::try_from(event.tries - 1)
                .ok()
                .and_then(|tried| PAUSES.get(tried));
            let (state, next, error) = match (outcome, pause) {
                (Outcome::Done, _) => ("done", None, None),
                (Outcome::Ignored(why), _) => ("ignored", None, Some(why)),
                (Outcome::Later(why), Some(pause)) => {
                    ("pending", Some(now + Duration::from_secs(*pause)), Some(why))
                }
                (Outcome::Later(why), None) => ("failed", None, Some(why)),
            };
            let settled_at = next.is_none().then_some(now);
            let values = [
                (&event.id).into(),
                state.into(),
                next.into(),
                error.into(),
                settled_at.into(),
            ];
            tx.execute(&sql, &values)?;
        }
        Ok(())
    }

    /// When the next event is due.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn next_due(&self, tx: &mut Tx<'_>) -> Result<Option<Timestamp>, Error> {
        let sql = format!(
            "SELECT min(next_at) AS at FROM {} WHERE next_at IS NOT NULL",
            self.table
        );
        let row = tx.query_optional(&sql, &[])?;
        Ok(row.as_ref().and_then(|row| instant(row, "at")))
    }

    /// Forgets what was settled long ago; how many events that were.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn forget(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
        let sql = format!("DELETE FROM {} WHERE settled_at < $1", self.table);
        tx.execute(&sql, &[(now - KEPT).into()])
    }
}

fn read(row: &Row) -> Option<Taken> {
    Some(Taken {
        id: row.text("id")?.to_owned(),
        kind: row.text("kind")?.to_owned(),
        happened_at: instant(row, "happened_at")?,
        event: serde_json::from_str(row.text("payload")?).unwrap_or_default(),
        tries: row.int("tries")? + 1,
    })
}

fn instant(row: &Row, column: &str) -> Option<Timestamp> {
    Timestamp::parse(row.text(column)?).ok()
}
