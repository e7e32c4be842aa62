//! The rows of `payment_events`: stored once, taken under a lock that holds across nodes, settled. What a worker leaves
//! behind when it goes is taken up again when its lease is over; doing it twice does it once.

use std::time::Duration;

use ateneu_base::{Change, Record, Timestamp, Verb};
use ateneu_db::{Error, Tx};
use serde_json::Value as Json;

use crate::customers::instant;

pub(crate) const TABLE: &str = "payment_events";

/// How long a worker may keep an event before it counts as gone.
pub(crate) const LEASE: Duration = Duration::from_secs(120);

/// Pauses in seconds after each try that failed; after the last the event has failed, and the night's reconciliation is
/// what is left.
const PAUSES: [u64; 10] = [5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

/// How long what was settled is kept: longer than the provider repeats itself, and than its own list goes back.
const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);

/// An event as it was told.
pub(crate) struct Told {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) happened_at: Timestamp,
    pub(crate) payload: String,
}

/// An event to be worked off.
pub(crate) struct Taken {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) event: Json,
    pub(crate) tries: i64,
}

/// What became of an event.
pub(crate) enum Outcome {
    Done,
    /// It asks for nothing here; the words say why.
    Ignored(String),
    /// To be tried again.
    Later(String),
}

/// Stores an event; false when it was there.
pub(crate) fn store(tx: &mut Tx<'_>, told: &Told, now: Timestamp) -> Result<bool, Error> {
    let sql = "INSERT INTO payment_events (id, kind, happened_at, payload, state, tries, next_at, created_at)
               VALUES ($1, $2, $3, $4, 'pending', 0, $5, $5) ON CONFLICT (id) DO NOTHING";
    let values = [
        (&told.id).into(),
        (&told.kind).into(),
        told.happened_at.into(),
        (&told.payload).into(),
        now.into(),
    ];
    let stored = tx.execute(sql, &values)? > 0;
    if stored {
        tx.changed(Change {
            table: TABLE.into(),
            verb: Verb::Insert,
            old: None,
            new: Some(Record::from_iter([("id".to_owned(), told.id.as_str().into())])),
        });
    }
    Ok(stored)
}

/// Takes up to `most` events that are due.
pub(crate) fn take(tx: &mut Tx<'_>, most: i64, now: Timestamp) -> Result<Vec<Taken>, Error> {
    tx.lock(TABLE)?;
    let sql = "SELECT id, kind, payload, tries FROM payment_events WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2";
    let rows = tx.query(sql, &[now.into(), most.into()])?;
    let taken: Vec<Taken> = rows
        .iter()
        .filter_map(|row| {
            Some(Taken {
                id: row.text("id")?.to_owned(),
                kind: row.text("kind")?.to_owned(),
                event: serde_json::from_str(row.text("payload")?).unwrap_or_default(),
                tries: row.int("tries")? + 1,
            })
        })
        .collect();
    if !taken.is_empty() {
        let ids = among(tx, taken.iter().map(|event| event.id.as_str()));
        let sql = format!(
            "UPDATE payment_events SET tries = tries + 1, next_at = $2 WHERE {}",
            ids.0
        );
        tx.execute(&sql, &[ids.1.into(), (now + LEASE).into()])?;
    }
    Ok(taken)
}

/// The condition `id among …` and its parameter `$1`.
fn among<'a>(tx: &Tx<'_>, ids: impl Iterator<Item = &'a str>) -> (String, String) {
    let list = Json::from_iter(ids).to_string();
    (tx.dialect().among("id", "$1"), list)
}

/// Writes down what became of events that were worked off together.
pub(crate) fn settle(
    tx: &mut Tx<'_>,
    events: &[Taken],
    outcome: &Outcome,
    now: Timestamp,
) -> Result<(), Error> {
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
        let sql =
            "UPDATE payment_events SET state = $2, next_at = $3, error = $4, settled_at = $5 WHERE id = $1";
        let settled_at = next.is_none().then_some(now);
        let values = [
            (&event.id).into(),
            state.into(),
            next.into(),
            error.into(),
            settled_at.into(),
        ];
        tx.execute(sql, &values)?;
    }
    Ok(())
}

/// When the next event is due.
pub(crate) fn next_due(tx: &mut Tx<'_>) -> Result<Option<Timestamp>, Error> {
    let row = tx.query_optional(
        "SELECT min(next_at) AS at FROM payment_events WHERE next_at IS NOT NULL",
        &[],
    )?;
    Ok(row.as_ref().and_then(|row| instant(row, "at")))
}

/// Forgets what was settled long ago.
pub(crate) fn forget(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    tx.execute(
        "DELETE FROM payment_events WHERE settled_at < $1",
        &[(now - KEPT).into()],
    )
}
