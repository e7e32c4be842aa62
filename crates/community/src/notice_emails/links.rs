//! The procedures behind the links of the emails: the token only changes their frequency.

use ateneu_data::{Argument, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, Words, rule::anyone};
use serde_json::Value as Json;

use crate::{refused::Refused, tables::EmailPeriod};

/// Returns the procedures of this module.
pub fn procedures() -> Vec<Procedure> {
    vec![change(), stop()]
}

/// Declares the procedure that changes the period of the emails. It returns `false` if the token is invalid.
fn change() -> Procedure {
    Procedure::writes::<bool>(
        "change_notice_emails",
        [Argument::required("token", Kind::Text), Argument::required("email_period", Kind::Text)],
        anyone(),
        |tx, call| {
            let text = |name: &str| call.text(name).unwrap_or_default();
            let period = EmailPeriod::of(text("email_period")).ok_or(Refused::UnknownPeriod)?;
            let Some(person) = person_of(tx, text("token"))? else { return Ok(Json::Bool(false)) };
            tx.write(
                "INSERT INTO notification_preferences (user_id, email_period, updated_at) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id) DO UPDATE
                 SET email_period = excluded.email_period, updated_at = excluded.updated_at",
                &[person.into(), period.into(), call.now.into()],
            )?;
            Ok(Json::Bool(true))
        },
    )
}

/// Declares the procedure that ends the emails, summaries included. Idempotent. It returns `false` if the token is
/// invalid.
fn stop() -> Procedure {
    Procedure::writes::<bool>(
        "stop_notice_emails",
        [Argument::required("token", Kind::Text)],
        anyone(),
        |tx, call| {
            let token = call.text("token").unwrap_or_default();
            let Some(person) = person_of(tx, token)? else { return Ok(Json::Bool(false)) };
            tx.write(
                "INSERT INTO notification_preferences (user_id, email_period, summary_period, updated_at)
                 VALUES ($1, 'nunca', 'nunca', $2)
                 ON CONFLICT (user_id) DO UPDATE
                 SET email_period = 'nunca', summary_period = 'nunca', updated_at = excluded.updated_at",
                &[person.into(), call.now.into()],
            )?;
            Ok(Json::Bool(true))
        },
    )
}

fn person_of(tx: &mut Tx<'_>, token: &str) -> Result<Option<String>, Error> {
    Ok(tx.query_optional_as("SELECT user_id FROM notice_emails WHERE token = $1", &[token.into()])?)
}
