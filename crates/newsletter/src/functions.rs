//! `read-newsletter` and `follow-newsletter`: whether the newsletter goes to the confirmed email of the person who
//! calls. The email is confirmed, so nothing has to be confirmed again.

use ateneu_base::{Clock, Timestamp, ids};
use ateneu_db::{Db, Error, Tx};
use ateneu_functions::{Function, InSession, Nothing, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::refused::Refused;

const PURPOSE: &str = "escolher os seus avisos";

/// State of the functions about newsletter subscriptions.
#[derive(Clone)]
pub struct Subscriptions {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// Every server function of this module.
pub fn functions() -> Vec<Function<Subscriptions>> {
    vec![Function::new("read-newsletter", PURPOSE, read), Function::new("follow-newsletter", PURPOSE, follow)]
}

/// True if the newsletter goes to the person.
#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct FollowsNewsletter {
    follows: bool,
}

async fn read(subscriptions: Subscriptions, by: InSession, _: Nothing) -> Result<FollowsNewsletter, Refusal> {
    let follows = match by.email {
        Some(email) => subscriptions.db.read(move |tx| is_active(tx, &email)).await?,
        None => false,
    };
    Ok(FollowsNewsletter { follows })
}

/// Subscribes or unsubscribes the caller. Repeating it changes nothing.
async fn follow(
    subscriptions: Subscriptions,
    by: InSession,
    wanted: FollowsNewsletter,
) -> Result<FollowsNewsletter, Refusal> {
    let email = by.email.ok_or(Refused::EmailNotConfirmed)?;
    let now = subscriptions.clock.now();
    let written = subscriptions.db.write(move |tx| match (is_active(tx, &email)?, wanted.follows) {
        (false, true) => subscribe(tx, &email, now),
        (true, false) => leave(tx, &email, now),
        _ => Ok(()),
    });
    written.await?;
    Ok(wanted)
}

fn is_active(tx: &mut Tx<'_>, email: &str) -> Result<bool, Error> {
    let sql = "SELECT id FROM newsletter_subscriptions WHERE email = $1 AND is_active";
    Ok(tx.query_optional(sql, &[email.into()])?.is_some())
}

/// The welcome is not sent yet.
fn subscribe(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<(), Error> {
    tx.write(
        "INSERT INTO newsletter_subscriptions (id, email, is_active, created_at, updated_at, confirmed_at)
         VALUES ($1, $2, TRUE, $3, $3, $3)",
        &[ids::row_id(now).into(), email.into(), now.into()],
    )
    .map(drop)
}

fn leave(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE newsletter_subscriptions SET is_active = FALSE, unsubscribed_at = $2, updated_at = $2
               WHERE email = $1 AND is_active";
    tx.write(sql, &[email.into(), now.into()]).map(drop)
}
