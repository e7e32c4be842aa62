//! The functions of the panel's pages of members and income. Administrators only; each act is written into the audit trail
//! with how the person stood before. Every function takes all its members; `null` stands for "any" or "none".
//!
//! | function | takes | does |
//! | --- | --- | --- |
//! | `list-members` | `search state plan page` | a page of members |
//! | `read-member` | `user_id` | one member with subscriptions, receipts and gifts |
//! | `read-income` | nothing | what the members bring in, by month |
//! | `grant-courtesy` | `id person plan months reason` | gives months without a charge; `person`: account id or e-mail |
//! | `end-courtesy` | `user_id` | takes back what was given and is not over |
//! | `end-membership` | `user_id when` | no further months: from the end of the period on (`period_end`), or `now` |
//! | `keep-membership` | `user_id` | further months after all |
//! | `refund-membership` | `user_id` | gives back what was paid, ends the subscription, closes access |
//! | `reconcile-member` | `user_id` | asks the payment provider how the person stands |
//! | `resend-receipt` | `user_id receipt_id` | a receipt by letter once more |
//! | `send-membership-link` | `user_id` | the way to the page of the own membership, by letter |

mod courtesies;
mod find;
mod letters;
mod standing;
mod subscriptions;

use std::future::Future;

use ateneu_audit::Actor;
use ateneu_base::{Presented, Record, ids};
use ateneu_membership::Payments;
use axum::{Extension, Json, Router, routing::post};
use serde_json::Value;

use crate::{Error, administrator::administrator, fields::text, payload::Payload};

const PURPOSE: &str = "administrar membros";

/// Who acts; `None` is the owner's own program.
type By = Option<Actor>;

pub(crate) fn routes(payments: Option<&Payments>) -> Router {
    Router::new()
        .merge(find::routes(payments))
        .merge(courtesies::routes(payments))
        .merge(subscriptions::routes(payments))
        .merge(letters::routes(payments))
}

/// A function of that name for administrators, with these members.
fn function<F, Answer>(
    payments: Option<&Payments>,
    name: &'static str,
    names: &'static [&'static str],
    run: F,
) -> Router
where
    F: Fn(Payments, By, Record) -> Answer + Clone + Send + Sync + 'static,
    Answer: Future<Output = Result<Value, Error>> + Send,
{
    let payments = payments.cloned();
    let handle = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        let by = administrator(&presented, PURPOSE)?;
        let members = payload.with_members(names)?;
        let payments = payments.ok_or(Error::PaymentsUnavailable)?;
        run(payments, by, members).await.map(Json)
    };
    Router::new().route(&format!("/{name}"), post(handle))
}

/// The account an act is about: whatever is no id belongs to nobody.
fn person(members: &Record) -> Result<String, Error> {
    let id = ids::parse_uuid(&text(members, "user_id")?);
    id.ok_or(Error::Payment(ateneu_membership::Error::NoSuchPerson))
}
