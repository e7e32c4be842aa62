//! `list-sessions` and `end-session`: on which devices a person is signed in, and how to end that. Whoever calls sees and
//! ends the own sessions only; administrators too.

use ateneu_accounts::{
    People,
    sessions::{Ending, OwnSession},
};
use ateneu_base::Presented;
use axum::{Extension, Json, Router, routing::post};
use serde_json::{Value, json};

use crate::{Error, payload::Payload, person::person};

const PURPOSE: &str = "ver as suas sessões";

pub(crate) fn routes(people: People) -> Router {
    let lister = people.clone();
    let list = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        list(&lister, &presented, payload).await
    };
    let end = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        end(&people, &presented, payload).await
    };
    Router::new().route("/list-sessions", post(list)).route("/end-session", post(end))
}

async fn list(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let person = person(presented, PURPOSE)?;
    payload.with_members(&[])?;
    let sessions = people.sessions(&person.user_id).await?;
    let sessions: Vec<_> = sessions.iter().map(|session| shown(session, &person.session_id)).collect();
    Ok(Json(json!({ "sessions": sessions })))
}

fn shown(session: &OwnSession, current: &str) -> Value {
    json!({
        "id": session.id,
        "user_agent": session.user_agent,
        "ip_address": session.ip_address,
        "aal": session.aal,
        "created_at": session.created_at,
        "last_used_at": session.last_used_at,
        "is_current": session.id == current,
    })
}

/// `session_id` is one of [`list`], or `others`: all but the one that calls.
async fn end(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let person = person(presented, PURPOSE)?;
    let members = payload.with_members(&["session_id"])?;
    let ending = match members["session_id"].as_str() {
        Some("others") => Ending::Others(person.session_id),
        Some(id) => Ending::One(id.to_owned()),
        None => {
            return Err(Error::InvalidPayload("session_id: informe a sessão, ou others.".into()));
        }
    };
    let ended = people.end_sessions(&person.user_id, ending, person.address).await?;
    Ok(Json(json!({ "ended": ended })))
}
