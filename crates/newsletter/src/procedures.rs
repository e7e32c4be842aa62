//! The procedures behind the links of the newsletter's emails.

use ateneu_base::{Record, Value};
use ateneu_data::{Argument, Procedure};
use ateneu_schema::{Kind, rule::anyone};
use serde_json::Value as Json;

/// Every procedure of this module.
pub fn procedures() -> Vec<Procedure> {
    vec![confirm(), unsubscribe()]
}

/// Confirms a subscription by the token of its email. True while the subscription is confirmed; false says only that the
/// token is not valid.
fn confirm() -> Procedure {
    Procedure::writes::<bool>("confirm_newsletter", token_argument(), anyone(), |tx, call| {
        let (token, now) = (token_of(&call.arguments), call.now);
        // Without `notified_at` the next email, the welcome, is sent.
        tx.write(
            "UPDATE newsletter_subscriptions SET confirmed_at = $2, notified_at = NULL, updated_at = $2
             WHERE token = $1 AND is_active AND confirmed_at IS NULL",
            &[token.clone(), now.into()],
        )?;
        let stands = tx.query_optional(
            "SELECT id FROM newsletter_subscriptions
             WHERE token = $1 AND is_active AND confirmed_at IS NOT NULL",
            &[token],
        )?;
        Ok(Json::Bool(stands.is_some()))
    })
}

/// Ends the newsletter for the address a token was mailed to. Repeating it changes nothing; false says only that the token
/// is not valid.
fn unsubscribe() -> Procedure {
    Procedure::writes::<bool>("unsubscribe_newsletter", token_argument(), anyone(), |tx, call| {
        let (token, now) = (token_of(&call.arguments), call.now);
        // By address: the link of an old email also ends the subscription of somebody who came back since.
        tx.write(
                "UPDATE newsletter_subscriptions SET is_active = FALSE, unsubscribed_at = $2, updated_at = $2
                 WHERE is_active
                   AND email = (SELECT known.email FROM newsletter_subscriptions known WHERE known.token = $1)",
                &[token.clone(), now.into()],
            )?;
        let known = "SELECT id FROM newsletter_subscriptions WHERE token = $1";
        Ok(Json::Bool(tx.query_optional(known, &[token])?.is_some()))
    })
}

fn token_argument() -> Vec<Argument> {
    vec![Argument::required("token", Kind::Text)]
}

fn token_of(arguments: &Record) -> Value {
    arguments.get("token").and_then(Json::as_str).into()
}
