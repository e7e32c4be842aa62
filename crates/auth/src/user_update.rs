//! `PUT /user`: a person changes the own account. `app_metadata` and `role` in the body are ignored.

use ateneu_base::Verb;
use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Auth,
    body::{Body, merge},
    client::{Client, SignedIn},
    email,
    error::{Error, Refusal},
    log::{self, Action},
    not_offered::refused,
    password,
    sessions::{self, Which},
    users::{self, Object, User},
};

/// A new address must be proved by a message to it.
static NO_MAIL: Refusal = refused(
    StatusCode::UNPROCESSABLE_ENTITY,
    "feature_disabled",
    "Changing the e-mail address is not offered yet",
);

#[derive(Deserialize)]
pub(crate) struct Request {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    current_password: Option<String>,
    data: Option<Object>,
}

struct Change {
    email: Option<String>,
    password_hash: Option<String>,
    data: Object,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Body(request): Body<Request>,
) -> Result<Json<Value>, Error> {
    if request.phone.as_deref().is_some_and(|phone| !phone.is_empty()) {
        return Err(Error::PhoneDisabled);
    }
    let change = Change {
        email: new_email(&auth, &person.user, request.email)?,
        password_hash: new_password(&auth, &person.user, request.password, request.current_password).await?,
        data: request.data.unwrap_or_default(),
    };
    let (now, session) = (auth.now(), person.session);
    let account = auth
        .db()
        .write(move |tx| {
            let mut user = users::find_to_change(tx, &person.user.id)?.ok_or(Error::TokenUserNotFound)?;
            merge(&mut user.user_metadata, change.data)?;
            user.email = change.email.or(user.email);
            user.updated_at = Some(now);
            if let Some(hash) = change.password_hash {
                user.password_hash = Some(hash);
                // Whoever knew the old password, or holds a link to replace it, is out.
                let sql = "DELETE FROM one_time_tokens WHERE user_id = $1";
                tx.execute(sql, &[(&user.id).into()])?;
                let keep = session
                    .as_ref()
                    .map_or(Which::All, |session| Which::AllBut(&session.id));
                sessions::end(tx, &user.id, keep)?;
            }
            users::save(tx, &user).map_err(|error| match error.is_duplicate() {
                true => Error::EmailExists,
                false => error,
            })?;
            users::announce(tx, &user.id, Verb::Update);
            log::write(tx, now, Action::UserUpdated, Some(&user.id), &client, None)?;
            users::to_json(tx, &user)
        })
        .await?;
    Ok(Json(Value::Object(account)))
}

fn new_email(auth: &Auth, user: &User, email: Option<String>) -> Result<Option<String>, Error> {
    let Some(email) = email.filter(|email| !email.is_empty()) else {
        return Ok(None);
    };
    let email = email::canonical(&email)?;
    if user.email.as_deref() == Some(&email) {
        return Ok(None);
    }
    match auth.rules().email_confirmation_required {
        true => Err(Error::Refused(&NO_MAIL)),
        false => Ok(Some(email)),
    }
}

async fn new_password(
    auth: &Auth,
    user: &User,
    password: Option<String>,
    current: Option<String>,
) -> Result<Option<String>, Error> {
    let Some(password) = password else { return Ok(None) };
    password::accept(&auth.rules(), &password)?;
    if let Some(stored) = &user.password_hash {
        if let Some(current) = current
            && !password::verify(auth.gate(), current, stored.clone()).await?
        {
            return Err(Error::CurrentPasswordInvalid);
        }
        if password::verify(auth.gate(), password.clone(), stored.clone()).await? {
            return Err(Error::SamePassword);
        }
    }
    password::hash(auth.gate(), password).await.map(Some)
}
