//! Cache of callers' state in the database, for a moment.
//!
//! Committed changes are applied before every lookup, so that a result never predates a change of this process. A
//! change of another node counts when it is received, and after [`MOMENT`] at the latest.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use ateneu_base::{Aal, Change, Entitlement, Facts, Timestamp, TokenProblem};
use ateneu_db::{Changes, Db, Error as DbError, Tx};
use ateneu_schema::{People, Schema, Words};
use parking_lot::Mutex;
use tokio::sync::broadcast::error::TryRecvError;

use crate::{
    accounts::{factor, users},
    error::Error,
    words::Role,
};

/// Maximum age of a cached state.
const MOMENT: Duration = Duration::from_secs(30);

/// Maximum number of cached states.
const MAX_CALLERS: usize = 10_000;

/// A person in one session.
#[derive(Clone, Debug)]
pub(crate) struct CallerState {
    user_id: String,
    pub(crate) email: Option<String>,
    /// Assurance level that the session has reached.
    pub(crate) aal: Aal,
    /// True if the account has a second factor that the session has not verified.
    pub(crate) owes_second_factor: bool,
    /// Facts about the person, empty while a second factor is due.
    pub(crate) facts: Facts,
    until: Timestamp,
}

/// Key of a state: the session, if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) user_id: String,
    pub(crate) session_id: Option<String>,
}

pub(crate) struct CallerCache {
    db: Db,
    facts_sql: Option<Arc<str>>,
    held: Mutex<Held>,
}

struct Held {
    schema: Arc<Schema>,
    changes: Changes,
    known: HashMap<Key, CallerState>,
    /// Number of invalidations: a read that began before one must not be cached.
    forgotten: u64,
}

impl CallerCache {
    pub(crate) fn new(db: Db, schema: Arc<Schema>) -> Self {
        let facts_sql = schema.facts_sql().map(Arc::from);
        let changes = db.changes_of(schema.people_tables());
        let held = Mutex::new(Held { schema, changes, known: HashMap::new(), forgotten: 0 });
        Self { db, facts_sql, held }
    }

    /// Returns the state of a caller, cached or read. Fails if the session, or the person's access, has ended.
    pub(crate) async fn of(&self, key: Key, now: Timestamp) -> Result<CallerState, TokenProblem> {
        let forgotten = {
            let mut held = self.held.lock();
            held.catch_up();
            if let Some(state) = held.known.get(&key).filter(|state| now < state.until) {
                return Ok(state.clone());
            }
            held.forgotten
        };
        let (asked, facts_sql) = (key.clone(), self.facts_sql.clone());
        let read = self.db.read(move |tx| read(tx, facts_sql.as_deref(), &asked, now)).await;
        let state = match read {
            Ok(Some(state)) => state,
            Ok(None) => return Err(TokenProblem::SessionEnded),
            Err(error) => {
                tracing::error!(?error, "a caller's state could not be read");
                return Err(TokenProblem::Unavailable);
            }
        };
        let mut held = self.held.lock();
        held.catch_up();
        if held.forgotten == forgotten {
            if held.known.len() >= MAX_CALLERS {
                held.known.clear();
            }
            held.known.insert(key, state.clone());
        }
        Ok(state)
    }
}

impl Held {
    fn catch_up(&mut self) {
        loop {
            match self.changes.try_recv() {
                Ok(batch) => batch.iter().for_each(|change| self.take_in(change)),
                Err(TryRecvError::Lagged(_)) => self.forget_all(),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
    }

    fn take_in(&mut self, change: &Change) {
        match self.schema.people_of(change) {
            People::Ids(ids) => ids.into_iter().for_each(|id| self.forget(id)),
            People::Everybody => self.forget_all(),
        }
    }

    fn forget(&mut self, id: &str) {
        self.known.retain(|_, state| state.user_id != id);
        self.forgotten += 1;
    }

    fn forget_all(&mut self) {
        self.known.clear();
        self.forgotten += 1;
    }
}

fn read(
    tx: &mut Tx<'_>,
    facts_sql: Option<&str>,
    key: &Key,
    now: Timestamp,
) -> Result<Option<CallerState>, Error> {
    let Some(user) = users::find(tx, &key.user_id)? else {
        return Ok(None);
    };
    if user.deleted_at.is_some() || user.is_banned(now) {
        return Ok(None);
    }
    let mut until = now + MOMENT;
    let mut aal = Aal::Aal1;
    if let Some(id) = &key.session_id {
        let sql = "SELECT aal, not_after FROM sessions WHERE id = $1 AND user_id = $2";
        let session =
            tx.query_optional_as::<(Aal, Option<Timestamp>)>(sql, &[id.into(), (&user.id).into()])?;
        let Some((reached, not_after)) = session else { return Ok(None) };
        if let Some(end) = not_after {
            if end <= now {
                return Ok(None);
            }
            until = until.min(end);
        }
        aal = reached;
    }
    let owes_second_factor = aal == Aal::Aal1 && factor::has_verified(tx, &user.id)?;
    // An anonymous account has the rights of a visitor, for any rows it has.
    let facts = match facts_sql {
        Some(sql) if !owes_second_factor && !user.is_anonymous => facts(tx, sql, &user.id, now, &mut until)?,
        _ => Facts::default(),
    };
    Ok(Some(CallerState {
        email: user.email.filter(|_| user.email_confirmed_at.is_some()),
        user_id: user.id,
        aal,
        owes_second_factor,
        facts,
        until,
    }))
}

/// Returns the facts of a person by [`Schema::facts_sql`], for rules about people who are not signed in.
pub fn facts_of(tx: &mut Tx<'_>, sql: &str, user_id: &str, now: Timestamp) -> Result<Facts, DbError> {
    facts(tx, sql, user_id, now, &mut now.clone())
}

/// Reads facts. `until` becomes the next instant at which time alone changes them.
fn facts(
    tx: &mut Tx<'_>,
    sql: &str,
    user_id: &str,
    now: Timestamp,
    until: &mut Timestamp,
) -> Result<Facts, DbError> {
    let mut facts = Facts::default();
    let (mut channels, mut staff_channels, mut blocked) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut entitlements = BTreeSet::new();
    let rows: Vec<(String, Option<String>, Option<Timestamp>)> = tx.query_as(sql, &[user_id.into()])?;
    for (fact, value, end) in rows {
        match (fact.as_str(), value) {
            ("role", Some(role)) => match Role::of(&role) {
                Some(Role::Admin) => facts.admin = true,
                Some(Role::Moderator) => facts.moderator = true,
                Some(Role::Editor) => facts.editor = true,
                Some(Role::Publisher) => facts.publisher = true,
                None => {}
            },
            ("access", plan) => {
                if let Some(end) = end.filter(|end| *end > now) {
                    facts.subscriber = true;
                    facts.plan = plan.map(Arc::from);
                    *until = (*until).min(end);
                }
            }
            ("entitlement", Some(name)) => {
                if let Some(end) = end.filter(|end| *end > now) {
                    entitlements.insert(name);
                    *until = (*until).min(end);
                }
            }
            ("channel", Some(id)) => drop(channels.insert(id)),
            ("staff_channel", Some(id)) => drop(staff_channels.insert(id)),
            ("blocked", Some(id)) => drop(blocked.insert(id)),
            ("unseen", _) => facts.unseen = true,
            (sanction @ ("silence" | "ban"), _) if end.is_none_or(|end| end > now) => {
                facts.silenced |= sanction == "silence";
                facts.banned |= sanction == "ban";
                *until = end.map_or(*until, |end| end.min(*until));
            }
            _ => {}
        }
    }
    // The permission to publish is only for editors.
    facts.publisher &= facts.editor;
    let staff = facts.admin || facts.moderator;
    if staff {
        channels.append(&mut staff_channels);
        (facts.silenced, facts.banned) = (false, false);
    }
    facts.entitlements = Arc::new(entitlements);
    if staff || (facts.holds(Entitlement::Community) && !facts.banned) {
        facts.channels = Arc::new(channels);
    }
    facts.blocked = Arc::new(blocked);
    Ok(facts)
}
