//! `/admin/users/{id}`: the holder of the service keys read, change and remove one account.

use ateneu_base::{Timestamp, Verb, ids};
use ateneu_db::Tx;
use ateneu_schema::Schema;
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{
        Account, User, email, phone,
        roles::{an_admin_remains, revoke_role},
        store, users,
    },
    admin::{
        ban,
        deletion::{forget_mentions, reassign_words, remove_followers},
    },
    error::Error,
    own_account::endings,
    passwords::policy,
    requests::{Action, Body, Client, Object, merge, service_audit},
    sessions::{self, Service, Which},
    words::Role,
};

/// Attributes of an account that a request may set.
#[derive(Deserialize)]
pub(crate) struct Attributes {
    pub(crate) id: Option<String>,
    pub(crate) email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    password_hash: Option<String>,
    role: Option<String>,
    pub(crate) ban_duration: Option<String>,
    pub(crate) user_metadata: Option<Object>,
    pub(crate) app_metadata: Option<Object>,
    #[serde(default)]
    pub(crate) email_confirm: bool,
    #[serde(default)]
    pub(crate) phone_confirm: bool,
}

impl Attributes {
    /// Tokens speak for `authenticated` and nothing more; what a person may do is a row of `user_roles`.
    pub(crate) fn check_role(&self) -> Result<(), Error> {
        match self.role.as_deref() {
            None | Some("" | "authenticated") => Ok(()),
            Some(_) => Err(Error::validation("role must be authenticated; grant rights in user_roles")),
        }
    }

    /// Digits only, of any country: the owner knows whom to write to.
    pub(crate) fn phone(&self) -> Result<Option<String>, Error> {
        let Some(phone) = self.phone.as_deref().filter(|phone| !phone.is_empty()) else {
            return Ok(None);
        };
        phone::digits(phone).map(Some)
    }

    /// True where it changes what the account signs in with.
    fn changes_ways(&self) -> bool {
        let texts = [&self.email, &self.phone, &self.password, &self.password_hash];
        texts.into_iter().flatten().any(|text| !text.is_empty())
    }

    /// The hash to store, made here or elsewhere.
    pub(crate) async fn password_hash(&self, auth: &Auth) -> Result<Option<String>, Error> {
        let password = self.password.as_deref().filter(|password| !password.is_empty());
        let made_elsewhere = self.password_hash.as_deref().filter(|hash| !hash.is_empty());
        match (password, made_elsewhere) {
            (Some(_), Some(_)) => {
                Err(Error::validation("Only a password or a password hash should be provided"))
            }
            (None, None) => Ok(None),
            (None, Some(hash)) => match ateneu_passwords::is_affordable(hash) {
                true => Ok(Some(hash.to_owned())),
                false => Err(Error::validation("password_hash must be an affordable bcrypt or Argon2 hash")),
            },
            (Some(password), None) => {
                let addresses = [self.email.as_deref(), self.phone.as_deref()].into_iter().flatten();
                let personal = policy::personal_words(addresses, self.user_metadata.as_ref());
                policy::accept(auth, password, personal).await?;
                Ok(Some(ateneu_passwords::hash(&auth.parts.gate, password.to_owned()).await?))
            }
        }
    }
}

/// A duplicate in the words of the protocol.
pub(crate) fn duplicate(error: Error, phone: Option<&str>) -> Error {
    let Error::Db(ateneu_db::Error::Violation(violation)) = &error else {
        return error;
    };
    if !error.is_duplicate() {
        return error;
    }
    let constraint = violation.constraint.as_deref().unwrap_or_default();
    let of_phone = violation.columns.iter().any(|column| column == "phone") || constraint.contains("phone");
    match of_phone && phone.is_some() {
        true => Error::PhoneExists,
        false => Error::EmailExists,
    }
}

fn parse(id: &str) -> Result<String, Error> {
    ids::parse_uuid(id).ok_or(Error::NotAnId("user_id"))
}

fn existing(tx: &mut Tx<'_>, id: &str) -> Result<User, Error> {
    users::find(tx, id)?.ok_or(Error::UserNotFound)
}

fn to_change(tx: &mut Tx<'_>, id: &str) -> Result<User, Error> {
    users::find_to_change(tx, id)?.ok_or(Error::UserNotFound)
}

/// `GET /admin/users/{id}`.
pub(crate) async fn read(
    State(auth): State<Auth>,
    _: Service,
    Path(id): Path<String>,
) -> Result<Json<Account>, Error> {
    let id = parse(&id)?;
    auth.read(move |tx| {
        let user = existing(tx, &id)?;
        Account::of(tx, user)
    })
    .await
    .map(Json)
}

/// `PUT /admin/users/{id}`.
pub(crate) async fn update(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Path(id): Path<String>,
    Body(wanted): Body<Attributes>,
) -> Result<Json<Account>, Error> {
    let (id, now) = (parse(&id)?, auth.now());
    wanted.check_role()?;
    let hash = wanted.password_hash(&auth).await?;
    auth.write(move |tx| {
        let mut user = to_change(tx, &id)?;
        if wanted.changes_ways() {
            user.require_own_ways()?;
        }
        let before = (user.email.clone(), user.phone.clone());
        apply(&mut user, &wanted, now)?;
        if user.email != before.0 {
            endings::by_email(tx, &mut user)?;
        }
        if user.phone != before.1 {
            endings::by_phone(tx, &mut user)?;
        }
        merge(&mut user.user_metadata, wanted.user_metadata.unwrap_or_default())?;
        merge(&mut user.app_metadata, wanted.app_metadata.unwrap_or_default())?;
        if let Some(hash) = hash {
            endings::replace_password(tx, &mut user, hash, Which::All)?;
        }
        let phone = user.phone.clone();
        store::save(tx, &user).map_err(|error| duplicate(error, phone.as_deref()))?;
        users::announce(tx, &user.id, Verb::Update);
        service_audit::record_action(tx, now, ("update-user", Action::UserUpdated), &user.id, &client)?;
        Account::of(tx, user)
    })
    .await
    .map(Json)
}

fn apply(user: &mut User, wanted: &Attributes, now: Timestamp) -> Result<(), Error> {
    if let Some(email) = wanted.email.as_deref().filter(|email| !email.is_empty()) {
        user.email = Some(email::canonical(email)?);
    }
    user.phone = wanted.phone()?.or(user.phone.take());
    if wanted.email_confirm && user.email.is_some() {
        user.email_confirmed_at = user.email_confirmed_at.or(Some(now));
    }
    if wanted.phone_confirm && user.phone.is_some() {
        user.phone_confirmed_at = user.phone_confirmed_at.or(Some(now));
    }
    if let Some(duration) = &wanted.ban_duration {
        user.banned_until = ban::until(duration, now)?;
    }
    user.updated_at = now;
    Ok(())
}

#[derive(Deserialize)]
pub(crate) struct Removal {
    #[serde(default)]
    should_soft_delete: bool,
}

/// `DELETE /admin/users/{id}`: everything the person owns goes too, but what was said among others; a soft delete keeps an
/// emptied account.
pub(crate) async fn remove(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Path(id): Path<String>,
    Body(removal): Body<Removal>,
) -> Result<Json<Value>, Error> {
    let (id, now, schema) = (parse(&id)?, auth.now(), auth.parts.schema.clone());
    auth.write(move |tx| {
        tx.lock("last_admin")?;
        let user = to_change(tx, &id)?;
        let was_admin = revoke_role(tx, &id, Role::Admin)?;
        if was_admin && !an_admin_remains(tx)? {
            return Err(Error::LastAdmin);
        }
        sessions::end(tx, &id, Which::All)?;
        forget_mentions(tx, &schema, &id)?;
        match removal.should_soft_delete {
            true => empty(tx, &schema, user, now)?,
            false => {
                reassign_words(tx, &schema, &id, now)?;
                tx.execute("DELETE FROM users WHERE id = $1", &[(&id).into()])?;
            }
        }
        users::announce(tx, &id, Verb::Delete);
        service_audit::record_action(tx, now, ("delete-user", Action::UserDeleted), &id, &client)
    })
    .await?;
    Ok(Json(json!({})))
}

/// Leaves the row that what was said among others points to, and nothing personal in it.
fn empty(tx: &mut Tx<'_>, schema: &Schema, user: User, now: Timestamp) -> Result<(), Error> {
    remove_followers(tx, schema, &user.id)?;
    let emptied = User {
        id: user.id,
        created_at: user.created_at,
        updated_at: now,
        deleted_at: Some(now),
        ..User::default()
    };
    store::save(tx, &emptied)
}
