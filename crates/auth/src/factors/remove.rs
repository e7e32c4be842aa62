//! `DELETE /factors/{id}`: a second factor goes. One that counts goes only on a fresh proof of a second factor.

use ateneu_db::Tx;
use axum::{
    Json,
    extract::{Path, State},
};
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{
        Factor, User,
        factor::{self, Kind},
    },
    error::{Error, accepted},
    factors::factor_context::{Answer, FactorContext, LOW_TO_REMOVE, run_step},
    messages::security_emails,
    requests::{Action, Client},
    sessions::{SignedIn, assurance},
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
    if factor.kind == Kind::RecoveryCode {
        return Err(Error::validation("Recovery codes are removed at /factors/recovery-codes"));
    }
    if factor.is_verified() {
        assurance::require_fresh(&context.session, &LOW_TO_REMOVE, context.now)?;
    }
    Ok(factor)
}

/// Removes a factor. Recovery codes never remain alone. Sessions that stood on it fall, but for the one that is kept as
/// long as another factor stands; the person is notified.
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
    security_emails::notify(auth, tx, user, security_emails::factor_removed(factor))
}
