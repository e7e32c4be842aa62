//! The user object of auth-js.

use ateneu_base::Role;
use ateneu_db::Tx;
use ateneu_tokens::claims::AUDIENCE;
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    accounts::{
        Factor, Identity, User, factor, identity,
        wire::{serialize_instant, serialize_text},
    },
    error::Error,
};

/// An account with the ways it signs in and its second factors, as auth-js reads it: what is unset is left out, never null.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) user: User,
    pub(crate) identities: Vec<Identity>,
    pub(crate) factors: Vec<Factor>,
}

impl Account {
    /// Reads what belongs to the user.
    pub(crate) fn of(tx: &mut Tx<'_>, user: User) -> Result<Self, Error> {
        let (identities, factors) = (identity::of(tx, &user.id)?, factor::of(tx, &user.id)?);
        Ok(Self { user, identities, factors })
    }
}

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let user = &self.user;
        let confirmed_at = [user.email_confirmed_at, user.phone_confirmed_at].into_iter().flatten().min();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &user.id)?;
        map.serialize_entry("aud", AUDIENCE)?;
        map.serialize_entry("role", Role::Authenticated.name())?;
        map.serialize_entry("email", user.shown_email().unwrap_or_default())?;
        map.serialize_entry("phone", user.phone.as_deref().unwrap_or_default())?;
        for (key, at) in [
            ("email_confirmed_at", user.email_confirmed_at),
            ("invited_at", user.invited_at),
            ("phone_confirmed_at", user.phone_confirmed_at),
            ("confirmation_sent_at", user.confirmation_sent_at),
            ("confirmed_at", confirmed_at),
            ("recovery_sent_at", user.recovery_sent_at),
            ("email_change_sent_at", user.email_change_sent_at),
            ("phone_change_sent_at", user.phone_change_sent_at),
            ("reauthentication_sent_at", user.reauthentication_sent_at),
            ("last_sign_in_at", user.last_sign_in_at),
        ] {
            serialize_instant(&mut map, key, at)?;
        }
        serialize_text(&mut map, "new_email", user.new_email.as_deref())?;
        serialize_text(&mut map, "new_phone", user.new_phone.as_deref())?;
        map.serialize_entry("app_metadata", &*user.app_metadata)?;
        map.serialize_entry("user_metadata", &*user.user_metadata)?;
        map.serialize_entry("identities", &self.identities)?;
        if !self.factors.is_empty() {
            map.serialize_entry("factors", &self.factors)?;
        }
        for (key, at) in [
            ("created_at", Some(user.created_at)),
            ("updated_at", Some(user.updated_at)),
            ("banned_until", user.banned_until),
            ("deleted_at", user.deleted_at),
        ] {
            serialize_instant(&mut map, key, at)?;
        }
        map.serialize_entry("is_anonymous", &user.is_anonymous)?;
        map.serialize_entry("is_sso_user", &user.is_of_company())?;
        map.end()
    }
}
