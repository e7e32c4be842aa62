//! The functions of the panel's pages of people and of the audit trail. Administrators only, and each act is written
//! into the trail by the transaction that does it. Every function takes all its members; `null` stands for "any" or "none".
//!
//! | function | takes | does |
//! | --- | --- | --- |
//! | `list-people` | `search role subscription state page` | a page of accounts |
//! | `read-person` | `user_id` | one account whole |
//! | `invite-person` | `name email role` | makes an account and sends its invitation |
//! | `resend-letter` | `user_id` | the waiting invitation or confirmation once more |
//! | `send-recovery` | `user_id` | the letter to set a new password |
//! | `ban-person` | `user_id days reason` | shuts out for so many days, `null` for good |
//! | `lift-ban` | `user_id` | lets in again |
//! | `grant-role`, `revoke-role` | `user_id role` | gives and takes `admin` or `moderator` |
//! | `reset-factors` | `user_id` | removes second factors and passkeys |
//! | `end-person-sessions` | `user_id session_id` | ends one session, `null` for all |
//! | `list-acts` | `person action since until page` | a page of the audit trail |

mod acts;
mod change;
mod find;

use std::future::Future;

use ateneu_accounts::People;
use ateneu_audit::Actor;
use ateneu_base::{Presented, Record};
use axum::{Extension, Json, Router, routing::post};
use serde_json::Value;

use crate::{Error, administrator::administrator, payload::Payload};

const PURPOSE: &str = "administrar pessoas";

pub(crate) fn routes(people: &People) -> Router {
    Router::new().merge(find::routes(people)).merge(change::routes(people)).merge(acts::routes(people))
}

/// A function of that name for administrators, with these members.
fn function<F, Answer>(people: &People, name: &'static str, names: &'static [&'static str], run: F) -> Router
where
    F: Fn(People, Option<Actor>, Record) -> Answer + Clone + Send + Sync + 'static,
    Answer: Future<Output = Result<Value, Error>> + Send,
{
    let people = people.clone();
    let handle = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        let by = administrator(&presented, PURPOSE)?;
        let members = payload.with_members(names)?;
        run(people, by, members).await.map(Json)
    };
    Router::new().route(&format!("/{name}"), post(handle))
}
