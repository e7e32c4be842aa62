//! The ways an account signs in: rows, and the objects auth-js expects.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, TableRow};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value as Json;

use crate::{
    accounts::{
        Profile, User,
        wire::{serialize_instant, serialize_text},
    },
    error::Error,
    requests::Object,
};

/// The providers of the account's own addresses.
const OWN: [&str; 2] = ["email", "phone"];

/// One way an account signs in.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("identities")]
pub(crate) struct Identity {
    pub(crate) id: String,
    pub(crate) user_id: String,
    provider: String,
    provider_id: String,
    identity_data: AsJson<Object>,
    email: Option<String>,
    last_sign_in_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Identity {
    /// The identity that a new account has of one of its own addresses.
    pub(crate) fn of_address(user: &User, provider: &str, since: Timestamp) -> Self {
        Self {
            id: ids::random_id(),
            user_id: user.id.clone(),
            provider: provider.to_owned(),
            provider_id: user.id.clone(),
            identity_data: AsJson(user.identity_data(provider)),
            email: user.email.clone().filter(|_| provider == "email"),
            last_sign_in_at: None,
            created_at: since,
            updated_at: since,
        }
    }

    /// True for one of the account's own addresses.
    pub(crate) fn is_own(&self) -> bool {
        OWN.contains(&self.provider.as_str())
    }

    /// Name of the provider in the protocol.
    pub(crate) fn provider(&self) -> &str {
        &self.provider
    }
}

/// Serializes the identity for auth-js. Fields that are unset are left out.
impl Serialize for Identity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("identity_id", &self.id)?;
        map.serialize_entry("id", &self.provider_id)?;
        map.serialize_entry("user_id", &self.user_id)?;
        map.serialize_entry("identity_data", &*self.identity_data)?;
        map.serialize_entry("provider", &self.provider)?;
        serialize_instant(&mut map, "last_sign_in_at", self.last_sign_in_at)?;
        serialize_instant(&mut map, "created_at", Some(self.created_at))?;
        serialize_instant(&mut map, "updated_at", Some(self.updated_at))?;
        serialize_text(&mut map, "email", self.email.as_deref())?;
        map.end()
    }
}

/// The ways an account signs in, oldest first.
pub(crate) fn of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Identity>, Error> {
    Ok(tx.rows("WHERE user_id = $1 ORDER BY created_at, id", &[user_id.into()])?)
}

/// The identities of several accounts, of which `ids` is a JSON list.
pub(crate) fn of_people(tx: &mut Tx<'_>, ids: &str) -> Result<Vec<Identity>, Error> {
    let among = tx.dialect().among("user_id", "$1");
    Ok(tx.rows(&format!("WHERE {among} ORDER BY created_at, id"), &[ids.into()])?)
}

/// Adds the identity of one of the account's own addresses, which it has since then.
pub(crate) fn add(tx: &mut Tx<'_>, user: &User, provider: &str, since: Timestamp) -> Result<(), Error> {
    let identity = Identity { updated_at: user.updated_at, ..Identity::of_address(user, provider, since) };
    Ok(tx.insert(&identity)?)
}

/// Brings the identities of the account's own addresses in line with it.
pub(crate) fn follow(tx: &mut Tx<'_>, user: &User) -> Result<(), Error> {
    for (provider, address) in [("email", &user.email), ("phone", &user.phone)] {
        if address.is_none() {
            continue;
        }
        let email = address.clone().filter(|_| provider == "email");
        let touched = tx.execute(
            "UPDATE identities SET identity_data = $3, email = $4, last_sign_in_at = $5, updated_at = $6
             WHERE user_id = $1 AND provider = $2",
            &[
                (&user.id).into(),
                provider.into(),
                Json::Object(user.identity_data(provider)).to_string().into(),
                email.into(),
                user.last_sign_in_at.into(),
                user.updated_at.into(),
            ],
        )?;
        // Anyone who came through a provider has its identity instead of the address's.
        if touched == 0 && (provider == "phone" || of(tx, &user.id)?.iter().all(Identity::is_own)) {
            add(tx, user, provider, user.updated_at)?;
        }
    }
    Ok(())
}

/// Adds the identity of an own address that has just been proved, where there is none.
pub(crate) fn add_missing(tx: &mut Tx<'_>, user: &User, provider: &str) -> Result<(), Error> {
    match of(tx, &user.id)?.iter().any(|identity| identity.provider == provider) {
        true => Ok(()),
        false => add(tx, user, provider, user.updated_at),
    }
}

/// The account a person at a provider belongs to.
pub(crate) fn holder(tx: &mut Tx<'_>, provider: &str, subject: &str) -> Result<Option<String>, Error> {
    let sql = "SELECT user_id FROM identities WHERE provider = $1 AND provider_id = $2";
    Ok(tx.query_optional_as(sql, &[provider.into(), subject.into()])?)
}

/// Adds the identity of a person at a provider.
pub(crate) fn add_of_provider(
    tx: &mut Tx<'_>,
    user: &User,
    profile: &Profile,
    now: Timestamp,
) -> Result<(), Error> {
    let identity = Identity {
        id: ids::random_id(),
        user_id: user.id.clone(),
        provider: profile.provider.clone(),
        provider_id: profile.subject.clone(),
        identity_data: AsJson(profile.data.clone()),
        email: profile.email.clone(),
        last_sign_in_at: Some(now),
        created_at: now,
        updated_at: now,
    };
    Ok(tx.insert(&identity)?)
}

/// Notes a sign-in through a provider, and what the provider says of the person today.
pub(crate) fn touch(tx: &mut Tx<'_>, user: &User, profile: &Profile, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "UPDATE identities SET identity_data = $4, email = $5, last_sign_in_at = $6, updated_at = $6
         WHERE user_id = $1 AND provider = $2 AND provider_id = $3",
        &[
            (&user.id).into(),
            profile.provider.as_str().into(),
            profile.subject.as_str().into(),
            Json::Object(profile.data.clone()).to_string().into(),
            profile.email.clone().into(),
            now.into(),
        ],
    )?;
    Ok(())
}

/// Brings `app_metadata` in line with the ways the account signs in: the first stays the first.
pub(crate) fn note_providers(tx: &mut Tx<'_>, user: &mut User) -> Result<(), Error> {
    let mut names: Vec<Json> = Vec::new();
    for identity in of(tx, &user.id)? {
        let name = Json::from(identity.provider);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let first = user.app_metadata.get("provider");
    if !first.is_some_and(|first| names.contains(first))
        && let Some(first) = names.first()
    {
        user.app_metadata.insert("provider".into(), first.clone());
    }
    user.app_metadata.insert("providers".into(), names.into());
    Ok(())
}
