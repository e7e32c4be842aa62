//! Members who have not come for thirty days. Their event is the passing of time, so they are searched for.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

use super::{
    begin::{Person, begin_run},
    definitions::AWAY_AFTER,
    facts::SEEN_AT,
    rows::Switch,
    words::SequenceName,
};

/// Interval between searches.
const SEARCH_EVERY: Duration = Duration::from_hours(1);

/// Number of people found by one search. The next finds the others.
const MAX_FOUND: usize = 200;

/// Time after the event within which a search still finds a person.
const SEARCHED_FOR: Duration = Duration::from_hours(24);

/// Begins the runs of members who have been away for thirty days. An hour passes between searches.
pub(super) fn begin_away(tx: &mut Tx<'_>, switch: &Switch, now: Timestamp) -> Result<(), Error> {
    if switch.searched_at.is_some_and(|at| now < at + SEARCH_EVERY) {
        return Ok(());
    }
    // A sign-in alone is no measure, because sessions last. The log of the account names their renewals.
    let sql = format!(
        "SELECT user_id, last_visit FROM (
             SELECT user_id, CASE WHEN seen_at > signed_in_at THEN seen_at ELSE signed_in_at END AS last_visit FROM (
                 SELECT u.id AS user_id, u.last_sign_in_at AS signed_in_at, {SEEN_AT} AS seen_at
                 FROM subscribers m JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
                 WHERE m.access_until > $1 AND u.last_sign_in_at <= $2 AND NOT EXISTS (
                     SELECT 1 FROM sequence_runs r WHERE r.sequence = 'away' AND r.person = u.id)) s) v
         WHERE last_visit <= $2 AND last_visit > $3 ORDER BY last_visit, user_id LIMIT {MAX_FOUND}"
    );
    let since = now - AWAY_AFTER;
    let values = [now.into(), since.into(), (since - SEARCHED_FOR).into()];
    for (user_id, last_visit) in tx.query_as::<(String, Timestamp)>(&sql, &values)? {
        let event = (user_id.as_str(), last_visit + AWAY_AFTER);
        begin_run(tx, SequenceName::Away, Person::Account(&user_id), event, now)?;
    }
    let sql = "UPDATE sequences SET searched_at = $2 WHERE name = $1";
    tx.execute(sql, &[SequenceName::Away.into(), now.into()]).map(drop)
}
