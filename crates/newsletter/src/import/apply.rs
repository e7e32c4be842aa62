//! States of the addresses of a file, and new subscriptions.

use std::collections::HashMap;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use serde::Deserialize;

use super::{file::Row, report::ImportReport};

/// Number of addresses that a statement looks up.
const LOOKED_UP: usize = 1_000;

/// State of an address, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Suppressed,
    Known,
    Unsubscribed,
}

#[derive(Deserialize)]
struct Found {
    email: String,
    state: State,
}

/// Counts the rows by the state of their addresses. Returns those to be added.
pub(super) fn sort_out(
    tx: &mut Tx<'_>,
    rows: Vec<Row>,
    report: &mut ImportReport,
) -> Result<Vec<Row>, Error> {
    let mut states: HashMap<String, State> = HashMap::new();
    for part in rows.chunks(LOOKED_UP) {
        let addresses: Vec<&str> = part.iter().map(|row| row.email.as_str()).collect();
        for Found { email, state } in states_of(tx, &addresses)? {
            let known = states.entry(email).or_insert(state);
            *known = (*known).min(state);
        }
    }
    let mut new = Vec::new();
    for row in rows {
        match states.get(&row.email) {
            Some(State::Suppressed) => report.suppressed += 1,
            Some(State::Known) => report.known += 1,
            Some(State::Unsubscribed) => report.unsubscribed += 1,
            None => new.push(row),
        }
    }
    report.added = new.len();
    Ok(new)
}

/// Returns the states of addresses. A subscription that was never confirmed and ended by itself is none. One that its
/// person ended is known by the address when its row is removed.
fn states_of(tx: &mut Tx<'_>, addresses: &[&str]) -> Result<Vec<Found>, Error> {
    let dialect = tx.dialect();
    let (subscribed, suppressed) = (dialect.among("email", "$1"), dialect.among("recipient", "$1"));
    let sql = format!(
        "SELECT email, CASE WHEN is_active THEN 'known' ELSE 'unsubscribed' END AS state
         FROM newsletter_subscriptions WHERE {subscribed} AND (is_active OR unsubscribed_at IS NOT NULL)
         UNION ALL SELECT email, 'unsubscribed' FROM newsletter_departures WHERE list = 'open' AND {subscribed}
         UNION ALL SELECT recipient, 'suppressed' FROM mail_suppressions WHERE {suppressed}"
    );
    tx.query_as(&sql, &[serde_json::json!(addresses).to_string().into()])
}

/// Stores new subscriptions with the time of their consent. `notified_at` is set, so that no email is written.
pub(super) fn store(tx: &mut Tx<'_>, rows: &[Row], now: Timestamp) -> Result<(), Error> {
    let tags = tx.dialect().json_parameter("$5");
    let sql = format!(
        "INSERT INTO newsletter_subscriptions (id, email, is_active, created_at, updated_at, confirmed_at,
                                               notified_at, consented_at, consent_source, tags)
         VALUES ($1, $2, TRUE, $3, $6, $3, $6, $3, $4, {tags})"
    );
    for Row { email, consented_at, source, tags } in rows {
        let tags = serde_json::json!(tags).to_string();
        let values = [
            ids::row_id(now).into(),
            email.into(),
            (*consented_at).into(),
            source.into(),
            tags.into(),
            now.into(),
        ];
        tx.execute(&sql, &values)?;
    }
    if !rows.is_empty() {
        tx.changed_table("newsletter_subscriptions");
    }
    Ok(())
}
