//! `read-email-preferences` and `choose-emails`: the caller's newsletters. The caller's email is confirmed already, so it
//! needs no other confirmation.

use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_functions::{Function, InSession, Nothing, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    preferences::{self, EmailChoice, EmailPreferences},
    refused::Refused,
};

const PURPOSE: &str = "escolher os seus avisos";

/// State of the functions about newsletter subscriptions.
#[derive(Clone)]
pub struct Subscriptions {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// Returns the server functions of this module.
pub fn functions() -> Vec<Function<Subscriptions>> {
    vec![
        Function::new("read-email-preferences", PURPOSE, read),
        Function::new("choose-emails", PURPOSE, choose),
    ]
}

/// Wanted and unwanted kinds of emails. Kinds that are not named stay as they are.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChooseEmails {
    choices: Vec<EmailChoice>,
}

/// Returns the preferences of the caller's address. They are empty for an account without a confirmed one.
async fn read(subscriptions: Subscriptions, by: InSession, _: Nothing) -> Result<EmailPreferences, Refusal> {
    let Some(email) = by.email else { return Ok(EmailPreferences::default()) };
    let now = subscriptions.clock.now();
    Ok(subscriptions.db.read(move |tx| preferences::read(tx, &email, now)).await?)
}

/// Switches kinds of emails on or off. Idempotent. Returns the preferences after it.
async fn choose(
    subscriptions: Subscriptions,
    by: InSession,
    wanted: ChooseEmails,
) -> Result<EmailPreferences, Refusal> {
    preferences::check(&wanted.choices)?;
    let email = by.email.ok_or(Refused::EmailNotConfirmed)?;
    let now = subscriptions.clock.now();
    let written = subscriptions.db.write(move |tx| {
        preferences::choose_own(tx, &email, &wanted.choices, now)?;
        preferences::read(tx, &email, now)
    });
    Ok(written.await?)
}
