//! Runs the due erasures, each in one transaction: first the declared erasure of each table, then the account and its
//! dependants by foreign key.

use ateneu_auth::{Action, remove_account};
use ateneu_backup::{erased_accounts, record_erasure};
use ateneu_base::{Timestamp, Value};
use ateneu_content::emails::ErasureDone;
use ateneu_db::Tx;
use ateneu_schema::{Erasure, PersonalColumn, Schema, Table};
use ateneu_storage::DetachedFiles;
use serde_json::json;

use super::{obstacle, reassign::reassign};
use crate::{
    Error, People,
    person::{self, Person},
    personal_data::person_condition,
};

/// Maximum number of accounts erased in a run.
const MAX_ACCOUNTS: i64 = 200;

/// Replaces a person's id or address in a text.
const REDACTED: &str = "[removido]";

/// Result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Number of erased accounts.
    pub erased: usize,
    /// Number of due accounts that cannot be erased: a subscription is active again, or no administrator would remain.
    /// Each run retries them.
    pub held: usize,
}

enum Outcome {
    Erased(DetachedFiles),
    Held,
    /// The erasure was canceled, or done by another node.
    NotDue,
}

impl People {
    /// Erases the accounts whose grace period is over. Safe at any time and on several nodes at once.
    ///
    /// # Errors
    /// Fails if the database does. An account is erased completely or not at all.
    pub async fn erase_due(&self) -> Result<Erased, Error> {
        let now = self.now();
        let sql = format!(
            "SELECT user_id FROM account_erasures WHERE due_at <= $1 ORDER BY due_at, user_id LIMIT {MAX_ACCOUNTS}"
        );
        let due: Vec<String> = self.db().read(move |tx| tx.query_as(&sql, &[now.into()])).await?;
        let mut done = Erased::default();
        for id in due {
            let people = self.clone();
            match self.db().write(move |tx| people.erase(tx, &id, now)).await? {
                Outcome::Erased(files) => {
                    done.erased += 1;
                    self.storage().remove_bytes(files).await;
                }
                Outcome::Held => done.held += 1,
                Outcome::NotDue => {}
            }
        }
        Ok(done)
    }

    fn erase(&self, tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Outcome, Error> {
        tx.lock("last_admin")?;
        let sql = format!(
            "SELECT user_id FROM account_erasures WHERE user_id = $1 AND due_at <= $2{}",
            tx.dialect().for_update()
        );
        if tx.query_optional(&sql, &[id.into(), now.into()])?.is_none() {
            return Ok(Outcome::NotDue);
        }
        let person = person::find(tx, id)?;
        if obstacle(tx, &person)?.is_some() {
            return Ok(Outcome::Held);
        }
        let files = self.erase_person(tx, &person, now)?;
        record_erasure(tx, id, now)?;
        // The last email to the address. Its row is erased like all others.
        self.write_to(tx, &person, &ErasureDone {})?;
        Ok(Outcome::Erased(files))
    }

    fn erase_person(&self, tx: &mut Tx<'_>, person: &Person, now: Timestamp) -> Result<DetachedFiles, Error> {
        let files = self.storage().detach_personal_files(tx, &person.id)?;
        ateneu_auth::forget_mentions(tx, &self.schema(), &person.id)?;
        erase_rows(tx, &self.schema(), person, now)?;
        remove_account(tx, &person.id)?;
        ateneu_auth::log_event(tx, now, Action::AccountErased, None, None, None)?;
        Ok(files)
    }

    /// Erases again the accounts that a restored backup has brought back. Returns their number. Must be called before the
    /// server answers. They are erased whatever a later rule would say, because they were once.
    ///
    /// # Errors
    /// Fails if the database does. An account is erased completely or not at all.
    pub async fn erase_restored(&self) -> Result<usize, Error> {
        let restored = self.db().read(|tx| restored_accounts(tx, None)).await?;
        let (now, mut erased) = (self.now(), 0);
        for id in restored {
            let people = self.clone();
            let files = self.db().write(move |tx| {
                tx.lock("last_admin")?;
                // Another node may have been faster.
                if restored_accounts(tx, Some(&id))?.is_empty() {
                    return Ok(None);
                }
                let person = person::find(tx, &id)?;
                people.erase_person(tx, &person, now).map(Some)
            });
            if let Some(files) = files.await? {
                self.storage().remove_bytes(files).await;
                erased += 1;
            }
        }
        Ok(erased)
    }
}

/// Returns the ids of erased accounts, or of one of them, that exist as they were before their erasure.
fn restored_accounts(tx: &mut Tx<'_>, only: Option<&str>) -> Result<Vec<String>, Error> {
    let mut erased = erased_accounts(tx)?;
    erased.retain(|account| only.is_none_or(|id| account.id == id));
    if erased.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<&str> = erased.iter().map(|account| &*account.id).collect();
    let sql = format!(
        "SELECT id, created_at FROM users WHERE deleted_at IS NULL AND {}",
        tx.dialect().among("id", "$1")
    );
    let mut found: Vec<(String, Timestamp)> = tx.query_as(&sql, &[json!(ids).to_string().into()])?;
    found.retain(|(id, created_at)| {
        erased.iter().any(|account| account.id == *id && *created_at <= account.erased_at)
    });
    Ok(found.into_iter().map(|(id, _)| id).collect())
}

/// Erases rows of the tables in reverse order of declaration, so that rows precede those they refer to.
fn erase_rows(tx: &mut Tx<'_>, schema: &Schema, person: &Person, now: Timestamp) -> Result<(), Error> {
    for table in schema.tables().iter().rev().filter(|table| table.name != "users") {
        let mut touched = 0;
        for column in table.personal_columns() {
            touched += erase_from(tx, table, &column, person, now)?;
        }
        touched += redact(tx, table, person)?;
        if touched > 0 {
            tx.changed_table(table.name);
        }
    }
    Ok(())
}

fn erase_from(
    tx: &mut Tx<'_>,
    table: &Table,
    column: &PersonalColumn,
    person: &Person,
    now: Timestamp,
) -> Result<u64, Error> {
    let columns = match column.erasure {
        Erasure::Follow => return Ok(0),
        Erasure::Reassign => return reassign(tx, table.name, column, person, now),
        Erasure::Remove => None,
        Erasure::Clear(columns) => Some(columns),
    };
    let Some(whose) = person_condition([column], person) else {
        return Ok(0);
    };
    let sql = match columns {
        None => format!("DELETE FROM {} WHERE {}", table.name, whose.condition),
        Some(columns) => {
            let empty: Vec<String> = columns.iter().map(|column| format!("{column} = NULL")).collect();
            format!("UPDATE {} SET {} WHERE {}", table.name, empty.join(", "), whose.condition)
        }
    };
    Ok(tx.execute(&sql, &whose.parameters)?)
}

/// Removes the person's id and addresses from texts that mention them.
fn redact(tx: &mut Tx<'_>, table: &Table, person: &Person) -> Result<u64, Error> {
    let mut touched = 0;
    for column in &table.personal_texts {
        let mut words: Vec<(String, String)> =
            person.all_names().into_iter().map(|name| (name, REDACTED.to_owned())).collect();
        // The sandbox stores JSON, which contains the names of the demo's customers.
        if table.name.starts_with("sandbox_") {
            words.extend(
                person.called.iter().map(|name| (json!(name).to_string(), json!(REDACTED).to_string())),
            );
        }
        for (name, instead) in words {
            let sql = format!(
                "UPDATE {0} SET {column} = replace({column}, $1, $2) WHERE replace({column}, $1, $2) <> {column}",
                table.name
            );
            touched += tx.execute(&sql, &[Value::Text(name), Value::Text(instead)])?;
        }
    }
    Ok(touched)
}
