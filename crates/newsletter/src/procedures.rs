//! The procedures behind the links of the newsletter's emails.

use ateneu_base::{Record, Value};
use ateneu_data::{Argument, Procedure};
use ateneu_mail::suppressions;
use ateneu_schema::{Kind, rule::anyone};
use serde_json::Value as Json;

use crate::{campaigns, sequences};

/// Returns the procedures of this module.
pub fn procedures() -> Vec<Procedure> {
    vec![confirm(), unsubscribe()]
}

/// Confirms a subscription by the token of its email. Returns `true` if the subscription is confirmed, and `false` if
/// the token is invalid.
fn confirm() -> Procedure {
    Procedure::writes::<bool>("confirm_newsletter", token_argument(), anyone(), |tx, call| {
        let (token, now) = (token_of(&call.arguments), call.now);
        // An empty `notified_at` lets the next email, the welcome, be sent.
        let confirmed = tx.write(
            "UPDATE newsletter_subscriptions SET confirmed_at = $2, notified_at = NULL, updated_at = $2
             WHERE token = $1 AND is_active AND confirmed_at IS NULL",
            &[token.clone(), now.into()],
        )?;
        for email in confirmed.iter().filter_map(|row| row.text("email")) {
            suppressions::lift(tx, email)?;
        }
        let stands = tx.query_optional(
            "SELECT id FROM newsletter_subscriptions
             WHERE token = $1 AND is_active AND confirmed_at IS NOT NULL",
            &[token],
        )?;
        Ok(Json::Bool(stands.is_some()))
    })
}

/// Ends the subscription of a token's address. Idempotent. Returns `false` if the token is invalid.
fn unsubscribe() -> Procedure {
    Procedure::writes::<bool>("unsubscribe_newsletter", token_argument(), anyone(), |tx, call| {
        let (token, now) = (token_of(&call.arguments), call.now);
        // The links of campaigns and sequences are signed, not stored.
        if let Some(token) = token.as_text() {
            let signed = match campaigns::unsubscribe(tx, token, now)? {
                None => sequences::withdraw_by_token(tx, token, now)?,
                answer => answer,
            };
            if let Some(answer) = signed {
                return Ok(Json::Bool(answer));
            }
        }
        let known = "SELECT email FROM newsletter_subscriptions WHERE token = $1";
        let email: Option<String> = tx.query_optional_as(known, &[token])?;
        // By address: the link of an old email also ends a newer subscription.
        if let Some(email) = &email {
            campaigns::leave_open(tx, email, now)?;
        }
        Ok(Json::Bool(email.is_some()))
    })
}

fn token_argument() -> Vec<Argument> {
    vec![Argument::required("token", Kind::Text)]
}

fn token_of(arguments: &Record) -> Value {
    arguments.get("token").and_then(Json::as_str).into()
}
