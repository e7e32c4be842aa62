//! A person for other services: the account's id and its confirmed addresses.

use ateneu_base::{Record, Timestamp, fold};
use ateneu_db::{Tx, json_column};
use ateneu_schema::By;
use serde::Deserialize;

use crate::{Error, refused::Refused};

#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    /// Confirmed email, lower case.
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    /// Names that the person gave.
    pub(crate) called: Vec<String>,
}

impl Person {
    /// Returns the texts by which rows name the person.
    pub(crate) fn names(&self, by: By) -> Vec<String> {
        match by {
            By::Id => vec![self.id.clone()],
            By::Email => self.email.iter().cloned().collect(),
            // Messages store the number with a plus sign, accounts without it.
            By::Phone => {
                let phone = self.phone.iter();
                phone.flat_map(|digits| [digits.clone(), format!("+{digits}")]).collect()
            }
        }
    }

    /// Returns all texts that identify the person.
    pub(crate) fn all_names(&self) -> Vec<String> {
        [By::Id, By::Email, By::Phone].into_iter().flat_map(|by| self.names(by)).collect()
    }
}

#[derive(Deserialize)]
struct Account {
    id: String,
    email: Option<String>,
    email_confirmed_at: Option<Timestamp>,
    phone: Option<String>,
    phone_confirmed_at: Option<Timestamp>,
    #[serde(deserialize_with = "json_column")]
    user_metadata: Record,
    display_name: Option<String>,
}

/// Finds the person with that account.
pub(crate) fn find(tx: &mut Tx<'_>, id: &str) -> Result<Person, Error> {
    let sql = "SELECT u.id, u.email, u.email_confirmed_at, u.phone, u.phone_confirmed_at, u.user_metadata, p.display_name
               FROM users u LEFT JOIN member_profiles p ON p.user_id = u.id
               WHERE u.id = $1 AND u.deleted_at IS NULL";
    let account: Account = tx.query_optional_as(sql, &[id.into()])?.ok_or(Refused::UserNotFound)?;
    let proved = |address: Option<String>, confirmed_at: Option<Timestamp>| {
        address.filter(|text| !text.is_empty() && confirmed_at.is_some())
    };
    // The name of the profile, and those of the account. They have their stored form, to be found in recorded texts.
    let given = ["full_name", "name"].into_iter().filter_map(|key| account.user_metadata.get(key)?.as_str());
    let names = account.display_name.as_deref().into_iter().chain(given).filter(|name| !fold::is_blank(name));
    Ok(Person {
        called: names.map(str::to_owned).collect(),
        id: account.id,
        email: proved(account.email, account.email_confirmed_at),
        phone: proved(account.phone, account.phone_confirmed_at),
    })
}
