//! `DELETE /factors/{id}`: removes a second factor. A verified one needs a recent verification of a second factor.

use ateneu_content::emails::SecurityFactorRemoved;
use ateneu_db::Tx;
use axum::{
    Json,
    extract::{Path, State},
};
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{Factor, User, factor},
    error::{Error, accepted},
    factors::factor_context::{Answer, FactorContext, LOW_TO_REMOVE, run_step},
    messages::security_emails,
    requests::{Action, Client},
    sessions::{SignedIn, assurance},
    words::FactorType,
};

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| unenroll(tx, context, &id);
    let id = run_step(&auth, client, person, Action::FactorRemoved, step).await?;
    Ok(Json(json!({ "id": id })))
}

fn unenroll(tx: &mut Tx<'_>, context: &mut FactorContext, id: &str) -> Answer<String> {
    let factor = accepted!(context.take(id).and_then(|factor| removable(context, factor)));
    let keep = context.session.id.clone();
    remove(tx, &context.auth, &context.user, &factor, Some(&keep))?;
    Ok(Ok(factor.id))
}

fn removable(context: &FactorContext, factor: Factor) -> Result<Factor, Error> {
    if factor.kind == FactorType::RecoveryCode {
        return Err(Error::validation("Recovery codes are removed at /factors/recovery-codes"));
    }
    if factor.is_verified() {
        assurance::require_fresh(&context.session, &LOW_TO_REMOVE, context.now)?;
    }
    Ok(factor)
}

/// Removes a factor, and recovery codes that would remain alone. Sessions raised by it are lowered, except for the
/// calling one while another factor exists. The person is notified.
pub(super) fn remove(
    tx: &mut Tx<'_>,
    auth: &Auth,
    user: &User,
    factor: &Factor,
    keep: Option<&str>,
) -> Result<(), Error> {
    factor::delete(tx, factor)?;
    if !factor.is_verified() {
        return Ok(());
    }
    let left = factor::of(tx, &user.id)?;
    if left.iter().any(Factor::is_whole) {
        let stood_on_it = Some(factor.id.as_str());
        assurance::lower(tx, &user.id, |session| {
            session.factor_id.as_deref() == stood_on_it && keep != Some(session.id.as_str())
        })?;
    } else {
        for rest in &left {
            factor::delete(tx, rest)?;
        }
        assurance::lower(tx, &user.id, |session| session.factor_id.is_some())?;
    }
    let email = SecurityFactorRemoved { factor: security_emails::factor_name(factor) };
    security_emails::notify(auth, tx, user, &email)
}
