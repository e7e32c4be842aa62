//! What outside services tell, as a queue in the database. What a sender may rely on:
//!
//! - **Stored once.** An event is a row under the sender's own id ([`Inbox::store`]). Told again, it is the same row.
//! - **Answered at once.** The webhook answers when that row is committed and durable, and does nothing else. An event that
//!   was answered is never lost, whatever is killed afterwards; one that was not is the sender's to tell again.
//! - **Worked off from the queue.** A worker takes what is due ([`Inbox::take`]) under a lease that holds across nodes, does
//!   the work outside of any transaction and writes down what became of it ([`Inbox::settle`]): done, asking for nothing, or
//!   to be tried again after a growing pause. What a worker leaves behind when it goes is taken up again when its lease is
//!   over, or at once where somebody knows that no worker lives ([`Inbox::free`]). So work is done at least once, and must
//!   bear to be done twice.
//! - **Told about one, taken together.** Whoever asks the sender how somebody stands answers every event about them; so
//!   whatever is due about one is taken at once, and a burst costs a question for each of them, not for each event.
//!
//! Nothing here believes an event: it is a hint, and the worker asks (`docs/decisions/0031-an-event-is-a-hint.md`).
//!
//! A sender's table has the columns `id`, `kind`, `about`, `happened_at`, `payload` (JSON), `state`, `tries`, `next_at`,
//! `error` (of the last try that ended; none while one is under way), `created_at` and `settled_at`, and indexes over
//! `next_at`, `about` and `settled_at`.

use std::{collections::BTreeMap, time::Duration};

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
    /// Whom it is about, where it names somebody. Events about one are taken together.
    pub about: Option<String>,
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
    /// Whom it is about; its own id where it names nobody.
    pub about: String,
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
            "INSERT INTO {} (id, kind, about, happened_at, payload, state, tries, next_at, created_at)
             VALUES ($1, $2, $3, $4, $5, 'pending', 0, $6, $6) ON CONFLICT (id) DO NOTHING",
            self.table
        );
        let values = [
            (&told.id).into(),
            (&told.kind).into(),
            told.about.as_ref().unwrap_or(&told.id).into(),
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

    /// Takes up to `most` events that are due, the longest waiting first, and whatever else is due about the same: what
    /// answers one of them answers all.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn take(&self, tx: &mut Tx<'_>, most: i64, now: Timestamp) -> Result<Vec<Taken>, Error> {
        tx.lock(self.table)?;
        let sql = format!(
            "WITH due AS (SELECT id, about FROM {0} WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2)
             UPDATE {0} SET tries = tries + 1, next_at = $3, error = NULL WHERE next_at <= $1
                 AND (id IN (SELECT id FROM due) OR about IN (SELECT about FROM due))
             RETURNING id, kind, about, happened_at, payload, tries",
            self.table
        );
        let rows = tx.query(&sql, &[now.into(), most.into(), (now + LEASE).into()])?;
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Makes every event due that a worker holds; how many that were. Only for whoever knows that no worker is at work:
    /// then one that was killed left them. What waits after a try that failed goes on waiting.
    ///
    /// # Errors
    /// When the database does not take it.
    pub fn free(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
        // What is held is told by its missing words: a try that ended left some.
        let sql = format!(
            "UPDATE {} SET next_at = $1 WHERE state = 'pending' AND tries > 0 AND error IS NULL AND next_at > $1",
            self.table
        );
        tx.execute(&sql, &[now.into()])
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
        let mut by_tries: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
        for event in events {
            by_tries.entry(event.tries).or_default().push(&event.id);
        }
        for (tries, ids) in by_tries {
            let (state, next, error) = verdict(outcome, tries, now);
            let sql = format!(
                "UPDATE {} SET state = $2, next_at = $3, error = $4, settled_at = $5 WHERE {}",
                self.table,
                tx.dialect().among("id", "$1")
            );
            let settled_at = next.is_none().then_some(now);
            let values = [
                Json::from(ids).to_string().into(),
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
        let sql = format!("SELECT min(next_at) AS at FROM {} WHERE next_at IS NOT NULL", self.table);
        let row = tx.query_optional(&sql, &[])?;
        Ok(row.as_ref().and_then(|row| row.instant("at")))
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

/// The state after a try, when the next one is due, and the words that are kept.
fn verdict(outcome: &Outcome, tries: i64, now: Timestamp) -> (&'static str, Option<Timestamp>, Option<&str>) {
    let pause = usize::try_from(tries - 1).ok().and_then(|tried| PAUSES.get(tried));
    match (outcome, pause) {
        (Outcome::Done, _) => ("done", None, None),
        (Outcome::Ignored(why), _) => ("ignored", None, Some(why)),
        (Outcome::Later(why), Some(pause)) => {
            let next = now + Duration::from_secs(*pause);
            ("pending", Some(next), Some(why))
        }
        (Outcome::Later(why), None) => ("failed", None, Some(why)),
    }
}

fn read(row: &Row) -> Option<Taken> {
    let id = row.text("id")?;
    Some(Taken {
        id: id.to_owned(),
        about: row.text("about").unwrap_or(id).to_owned(),
        kind: row.text("kind")?.to_owned(),
        happened_at: row.instant("happened_at")?,
        event: serde_json::from_str(row.text("payload")?).unwrap_or_default(),
        tries: row.int("tries")?,
    })
}
