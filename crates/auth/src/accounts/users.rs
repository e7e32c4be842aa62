//! Accounts and the ways they sign in: rows, and the objects auth-js expects.

use ateneu_base::{Timestamp, Value, Verb, ids};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, TableRow};
use serde_json::{Value as Json, json};

use crate::{accounts::changes, error::Error, requests::Object, tables::searched, words::Side};

#[derive(Clone, Debug, Default, PartialEq, TableRow)]
#[table("users")]
pub(crate) struct User {
    #[key]
    pub(crate) id: String,
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    pub(crate) password_hash: Option<String>,
    pub(crate) email_confirmed_at: Option<Timestamp>,
    pub(crate) phone_confirmed_at: Option<Timestamp>,
    pub(crate) invited_at: Option<Timestamp>,
    pub(crate) confirmation_sent_at: Option<Timestamp>,
    pub(crate) recovery_sent_at: Option<Timestamp>,
    pub(crate) last_sign_in_at: Option<Timestamp>,
    pub(crate) app_metadata: AsJson<Object>,
    pub(crate) user_metadata: AsJson<Object>,
    pub(crate) is_anonymous: bool,
    pub(crate) banned_until: Option<Timestamp>,
    pub(crate) deleted_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    pub(crate) new_email: Option<String>,
    pub(crate) email_change_sent_at: Option<Timestamp>,
    /// The side of a change of address that has said yes so far.
    pub(crate) email_change_proved: Option<Side>,
    pub(crate) reauthentication_sent_at: Option<Timestamp>,
    pub(crate) new_phone: Option<String>,
    pub(crate) phone_change_sent_at: Option<Timestamp>,
    /// The side of a change of number that has said yes so far.
    pub(crate) phone_change_proved: Option<Side>,
    /// The address its company says, where it belongs to one: such an account has no `email` (decision 0025).
    pub(crate) sso_email: Option<String>,
}

/// Key in `app_metadata` of an account whose address was confirmed after several sign-ups. None of their passwords was
/// kept, and the page of the confirmation asks for one.
pub(crate) const PASSWORD_REQUIRED: &str = "password_required";

impl User {
    /// A new account of that address, with its identity data as metadata.
    pub(crate) fn new(email: Option<String>, now: Timestamp) -> Self {
        Self {
            id: ids::random_id(),
            email,
            app_metadata: AsJson(provider_metadata("email")),
            created_at: now,
            updated_at: now,
            ..Self::default()
        }
    }

    /// Text by which an administrator finds the account. Only the search reads it.
    fn search_text(&self) -> [(&'static str, Value); 1] {
        let text = searched(&self.user_metadata, self.shown_email(), self.phone.as_deref());
        [("search_text", text.into())]
    }

    /// True while the account is banned.
    pub(crate) fn is_banned(&self, now: Timestamp) -> bool {
        self.banned_until.is_some_and(|until| until > now)
    }

    /// True when somebody has proved to own one of the account's addresses.
    pub(crate) fn is_proved(&self) -> bool {
        self.email_confirmed_at.is_some() || self.phone_confirmed_at.is_some()
    }

    /// True when an email may go to the account's address.
    pub(crate) fn may_be_written_to(&self, now: Timestamp) -> bool {
        self.deleted_at.is_none() && !self.is_banned(now)
    }

    /// Returns the data of an identity for one of the account's own addresses. After sign-up, the metadata holds them
    /// too.
    pub(crate) fn identity_data(&self, provider: &str) -> Object {
        let address = match provider {
            "phone" => &self.phone,
            _ => &self.email,
        };
        let data = json!({
            "sub": self.id,
            (provider): address.as_deref().unwrap_or_default(),
            "email_verified": self.email_confirmed_at.is_some(),
            "phone_verified": self.phone_confirmed_at.is_some(),
        });
        data.as_object().cloned().unwrap_or_default()
    }

    /// Brings the metadata in line with the account's own addresses.
    pub(crate) fn note_own_addresses(&mut self) {
        let by_phone = self.email.is_none() && self.phone.is_some();
        let own = self.identity_data(if by_phone { "phone" } else { "email" });
        self.user_metadata.extend(own);
    }

    /// Adds a way to sign in to those the account's tokens name; the first stays the first.
    pub(crate) fn note_provider(&mut self, provider: &str) {
        self.app_metadata.entry("provider").or_insert_with(|| provider.into());
        let providers = self.app_metadata.entry("providers").or_insert_with(|| json!([]));
        if let Json::Array(known) = providers
            && !known.iter().any(|name| name == provider)
        {
            known.push(provider.into());
        }
    }

    /// An account with an address of its own is a person's.
    pub(crate) fn become_a_person(&mut self, provider: &str) {
        self.is_anonymous = false;
        self.note_provider(provider);
    }

    /// A request for another address is void.
    pub(crate) fn forget_email_change(&mut self) {
        self.new_email = None;
        self.email_change_sent_at = None;
        self.email_change_proved = None;
    }

    /// A request for another number is void.
    pub(crate) fn forget_phone_change(&mut self) {
        self.new_phone = None;
        self.phone_change_sent_at = None;
        self.phone_change_proved = None;
    }
}

/// `app_metadata` of an account that signs in this way.
pub(crate) fn provider_metadata(provider: &str) -> Object {
    let metadata = json!({ "provider": provider, "providers": [provider] });
    metadata.as_object().cloned().unwrap_or_default()
}

/// The account of that id.
pub(crate) fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<User>, Error> {
    find_where(tx, "id = $1", id)
}

/// The account of that id, to be changed: others who would change it wait.
pub(crate) fn find_to_change(tx: &mut Tx<'_>, id: &str) -> Result<Option<User>, Error> {
    let lock = tx.dialect().for_update();
    find_where(tx, &format!("id = $1 {lock}"), id)
}

/// The account of that address (lower case), to be changed.
pub(crate) fn find_by_email_to_change(tx: &mut Tx<'_>, email: &str) -> Result<Option<User>, Error> {
    let lock = tx.dialect().for_update();
    find_where(tx, &format!("email = $1 {lock}"), email)
}

/// The account of that address (lower case).
pub(crate) fn find_by_email(tx: &mut Tx<'_>, email: &str) -> Result<Option<User>, Error> {
    find_where(tx, "email = $1", email)
}

fn find_where(tx: &mut Tx<'_>, condition: &str, parameter: &str) -> Result<Option<User>, Error> {
    Ok(tx.row(&format!("WHERE {condition}"), &[parameter.into()])?)
}

/// The account of that number (digits only).
pub(crate) fn find_by_phone(tx: &mut Tx<'_>, phone: &str) -> Result<Option<User>, Error> {
    find_where(tx, "phone = $1", phone)
}

/// The account of that number (digits only), to be changed.
pub(crate) fn find_by_phone_to_change(tx: &mut Tx<'_>, phone: &str) -> Result<Option<User>, Error> {
    let lock = tx.dialect().for_update();
    find_where(tx, &format!("phone = $1 {lock}"), phone)
}

/// The account that last asked to move to that number (digits only), to be changed.
pub(crate) fn find_by_new_phone_to_change(tx: &mut Tx<'_>, phone: &str) -> Result<Option<User>, Error> {
    let lock = tx.dialect().for_update();
    let condition = format!("new_phone = $1 ORDER BY phone_change_sent_at DESC, id LIMIT 1 {lock}");
    find_where(tx, &condition, phone)
}

/// Adds an account without identities, which the caller adds.
pub(crate) fn insert_alone(tx: &mut Tx<'_>, user: &User) -> Result<(), Error> {
    Ok(tx.insert_with(user, &user.search_text())?)
}

/// Writes an account back without its identities.
pub(super) fn update(tx: &mut Tx<'_>, user: &User) -> Result<(), Error> {
    tx.update_with(user, &user.search_text())?;
    Ok(())
}

/// Announces a change of a person to the caches of facts.
pub(crate) fn announce(tx: &mut Tx<'_>, user_id: &str, verb: Verb) {
    changes::announce(tx, "users", ("id", user_id), verb);
}
