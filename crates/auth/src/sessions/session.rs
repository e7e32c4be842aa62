//! Sessions: begun, answered and ended.

use ateneu_base::{Aal, Timestamp, Value, Verb, ids};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, TableRow};
use serde_json::{Value as Json, json};

use crate::{
    accounts::{User, changes, store},
    error::Error,
    requests::Client,
    sessions::amr,
};

#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("sessions")]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) user_id: String,
    pub(crate) aal: Aal,
    pub(crate) amr: AsJson<Json>,
    /// The second factor that was proved last.
    pub(crate) factor_id: Option<String>,
    /// Time at which the person last proved who they are, as far as it counts ([`crate::sessions::proof`]).
    pub(crate) proved_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    #[column("refresh_generation")]
    pub(crate) generation: i64,
    /// `[generation, microseconds]` of the tokens exchanged a moment ago.
    #[column("recent_refreshes")]
    pub(crate) recent: AsJson<Vec<[i64; 2]>>,
    pub(crate) not_after: Option<Timestamp>,
}

impl Session {
    /// True when a second factor was proved in it.
    pub(crate) fn is_aal2(&self) -> bool {
        self.aal == Aal::Aal2
    }
}

/// Sessions of a person that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which<'a> {
    All,
    Only(&'a str),
    AllBut(&'a str),
    /// Every other one that has proved no second factor.
    OthersAtAal1(&'a str),
}

/// The session of that id.
pub(crate) fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Session>, Error> {
    Ok(tx.row("WHERE id = $1", &[id.into()])?)
}

/// The sessions of a person, to be changed.
pub(crate) fn of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Session>, Error> {
    let lock = tx.dialect().for_update();
    Ok(tx.rows(&format!("WHERE user_id = $1 ORDER BY id {lock}"), &[user_id.into()])?)
}

/// The session of that id, to be changed: others who would change it wait.
pub(crate) fn find_to_change(tx: &mut Tx<'_>, id: &str) -> Result<Option<Session>, Error> {
    let lock = tx.dialect().for_update();
    Ok(tx.row(&format!("WHERE id = $1 {lock}"), &[id.into()])?)
}

/// Begins a session: the person has just proved who they are by `method`, which counts as proved at `proved_at`.
pub(crate) fn create(
    tx: &mut Tx<'_>,
    user: &mut User,
    (method, proved_at): (&str, Option<Timestamp>),
    client: &Client,
    now: Timestamp,
) -> Result<Session, Error> {
    let mut proof = json!({ "method": method, "timestamp": now.seconds() });
    if let Some(company) = user.company() {
        proof["provider"] = company.into();
    }
    let amr = json!([proof]);
    let session = Session {
        id: ids::random_id(),
        user_id: user.id.clone(),
        aal: amr::level(&amr),
        amr: AsJson(amr),
        factor_id: None,
        proved_at,
        created_at: now,
        generation: 0,
        recent: AsJson(Vec::new()),
        not_after: None,
    };
    user.last_sign_in_at = Some(now);
    user.updated_at = now;
    store::save(tx, user)?;
    let device = [("user_agent", client.user_agent.clone().into()), ("ip_address", client.address().into())];
    tx.insert_with(&session, &device)?;
    announce(tx, &session.user_id, Verb::Insert);
    Ok(session)
}

/// Ends sessions, and with all of a person or all others the sign-ins that wait for their code; listeners learn of it
/// with the commit. The number ended.
pub(crate) fn end(tx: &mut Tx<'_>, user_id: &str, which: Which<'_>) -> Result<u64, Error> {
    let (condition, id) = match which {
        Which::All => ("", None),
        Which::Only(id) => ("AND id = $2", Some(id)),
        Which::AllBut(id) => ("AND id <> $2", Some(id)),
        Which::OthersAtAal1(id) => ("AND id <> $2 AND aal = 'aal1'", Some(id)),
    };
    if matches!(which, Which::All | Which::AllBut(_)) {
        tx.execute("DELETE FROM flow_states WHERE user_id = $1", &[user_id.into()])?;
    }
    let values: Vec<Value> = [Some(user_id), id].into_iter().flatten().map(Value::from).collect();
    let ended = tx.execute(&format!("DELETE FROM sessions WHERE user_id = $1 {condition}"), &values)?;
    if ended > 0 {
        announce(tx, user_id, Verb::Delete);
    }
    Ok(ended)
}

/// Tells the other services that a person's sessions have changed.
pub(crate) fn announce(tx: &mut Tx<'_>, user_id: &str, verb: Verb) {
    changes::announce(tx, "sessions", ("user_id", user_id), verb);
}
