//! A person as other services know them: the account's id and its confirmed addresses.

use ateneu_base::Timestamp;
use ateneu_db::{Row, Tx};
use ateneu_functions::Refusal;
use ateneu_schema::By;
use serde_json::Value as Json;

use crate::Error;

static GONE: Refusal = Refusal::not_found("user_not_found", "Esta conta não existe mais.");

#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    /// Confirmed, lower case.
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    /// The names the person gave.
    pub(crate) called: Vec<String>,
}

impl Person {
    /// The texts by which rows name the person.
    pub(crate) fn names(&self, by: By) -> Vec<String> {
        match by {
            By::Id => vec![self.id.clone()],
            By::Email => self.email.iter().cloned().collect(),
            // Messages store the number with a plus sign, accounts without.
            By::Phone => {
                let phone = self.phone.iter();
                phone.flat_map(|digits| [digits.clone(), format!("+{digits}")]).collect()
            }
        }
    }

    /// Every text that identifies the person.
    pub(crate) fn all_names(&self) -> Vec<String> {
        [By::Id, By::Email, By::Phone].into_iter().flat_map(|by| self.names(by)).collect()
    }
}

/// The person with that account.
pub(crate) fn find(tx: &mut Tx<'_>, id: &str) -> Result<Person, Error> {
    let sql = "SELECT u.id, u.email, u.email_confirmed_at, u.phone, u.phone_confirmed_at, u.user_metadata, p.display_name
               FROM users u LEFT JOIN member_profiles p ON p.user_id = u.id
               WHERE u.id = $1 AND u.deleted_at IS NULL";
    let row = tx.query_optional(sql, &[id.into()])?;
    row.as_ref().map(read).ok_or(Error::Refused(&GONE))
}

fn read(row: &Row) -> Person {
    let proved = |address: &str, at: &str| {
        let confirmed = row.text(at).and_then(|text| Timestamp::parse(text).ok());
        row.text(address).filter(|text| !text.is_empty() && confirmed.is_some()).map(str::to_owned)
    };
    Person {
        id: row.text("id").unwrap_or_default().to_owned(),
        email: proved("email", "email_confirmed_at"),
        phone: proved("phone", "phone_confirmed_at"),
        called: called(row),
    }
}

/// The name of the profile, and those that came with the account.
fn called(row: &Row) -> Vec<String> {
    let metadata: Json =
        row.text("user_metadata").and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let given = ["full_name", "name"].into_iter().filter_map(|key| metadata.get(key)?.as_str());
    let names = row.text("display_name").into_iter().chain(given);
    names.filter(|name| !name.trim().is_empty()).map(str::to_owned).collect()
}
