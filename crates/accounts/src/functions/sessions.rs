//! `list-sessions` and `end-session`: the caller's own sessions.

use ateneu_functions::{Function, InSession, Nothing, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    People,
    sessions::{Ending, OwnSession},
};

const PURPOSE: &str = "ver as suas sessões";

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::new("list-sessions", PURPOSE, list), Function::new("end-session", PURPOSE, end)]
}

#[derive(Serialize, JsonSchema)]
struct OwnSessions {
    sessions: Vec<ListedSession>,
}

#[derive(Serialize, JsonSchema)]
struct ListedSession {
    #[serde(flatten)]
    session: OwnSession,
    /// True for the session that calls.
    is_current: bool,
}

async fn list(people: People, by: InSession, _: Nothing) -> Result<OwnSessions, Refusal> {
    let sessions = people.sessions(&by.user_id).await?;
    let listed = |session: OwnSession| ListedSession { is_current: session.id == by.session_id, session };
    Ok(OwnSessions { sessions: sessions.into_iter().map(listed).collect() })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EndSession {
    /// Id from `list-sessions`, or `others` for all but the calling one.
    #[schemars(extend("expected" = "a sessão, ou others"))]
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
struct OwnSessionsEnded {
    ended: u64,
}

async fn end(people: People, by: InSession, request: EndSession) -> Result<OwnSessionsEnded, Refusal> {
    let ending = match request.session_id.as_str() {
        "others" => Ending::Others(by.session_id),
        _ => Ending::One(request.session_id),
    };
    Ok(OwnSessionsEnded { ended: people.end_sessions(&by.user_id, ending, by.address).await? })
}
