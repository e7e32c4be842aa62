//! Erases accounts. The person's posts are reassigned to the account for removed members, which has no sign-in. A
//! program may also empty an account, whose row then keeps the posts.

use ateneu_base::{Record, Timestamp, Value, Verb};
use ateneu_db::Tx;
use ateneu_schema::{By, Column, Erasure, OnDelete, PersonalColumn, Schema, Source, Table, WithoutPerson};
use serde_json::Value as Json;

use crate::{
    accounts::{User, store, users},
    error::Error,
    sessions::{self, Which},
};

/// Id of the account for removed members, the same in every installation.
pub const REMOVED_MEMBER: &str = "00000000-0000-4000-8000-00000000dead";

/// Creates the account for removed members if it is missing.
pub fn ensure_removed_member(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    tx.lock(REMOVED_MEMBER)?;
    if users::find(tx, REMOVED_MEMBER)?.is_some() {
        return Ok(());
    }
    let nobody = User { id: REMOVED_MEMBER.to_owned(), deleted_at: Some(now), ..User::new(None, now) };
    store::insert(tx, &nobody)
}

/// Reassigns a person's posts to the account for removed members, so that others' answers are kept, too.
pub(crate) fn reassign_words(
    tx: &mut Tx<'_>,
    schema: &Schema,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Error> {
    for table in schema.tables() {
        let stays = |column: &&PersonalColumn| column.by == By::Id && column.erasure == Erasure::Reassign;
        for column in table.personal_columns().iter().filter(stays) {
            let sql = format!("SELECT {0} FROM {1} WHERE {0} = $1 LIMIT 1", column.column, table.name);
            if tx.query_optional(&sql, &[user_id.into()])?.is_none() {
                continue;
            }
            ensure_removed_member(tx, now)?;
            let sql = format!("UPDATE {1} SET {0} = $2 WHERE {0} = $1", column.column, table.name);
            tx.execute(&sql, &[user_id.into(), REMOVED_MEMBER.into()])?;
            tx.changed_table(table.name);
        }
    }
    Ok(())
}

/// Removes the links to a person from others' texts.
///
/// # Errors
/// Fails if the database does.
pub fn forget_mentions(tx: &mut Tx<'_>, schema: &Schema, user_id: &str) -> Result<(), ateneu_db::Error> {
    for table in schema.tables().iter().filter(|table| !table.mentions.is_empty()) {
        let columns: Vec<&Column> = table.stored().collect();
        let names = columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
        let named = |(column, _): &(&str, WithoutPerson)| format!("replace({column}, $1, '') <> {column}");
        let named = table.mentions.iter().map(named).collect::<Vec<_>>().join(" OR ");
        let found =
            tx.query(&format!("SELECT {names} FROM {} WHERE {named}", table.name), &[user_id.into()])?;
        for row in found {
            let value = |column: &&Column| (column.name.to_owned(), column.kind.json(row.get(column.name)));
            rewrite(tx, table, columns.iter().map(value).collect(), user_id)?;
        }
    }
    Ok(())
}

/// Stores the texts of a row without the links to a person, and recomputes derived columns.
fn rewrite(tx: &mut Tx<'_>, table: &Table, mut row: Record, user_id: &str) -> Result<(), ateneu_db::Error> {
    let mut changed: Vec<(&str, Value)> = Vec::new();
    for (column, without) in &table.mentions {
        if let Some(text) = row.get(*column).and_then(Json::as_str) {
            let text = without(text, user_id);
            changed.push((column, text.as_str().into()));
            row.insert((*column).to_owned(), Json::from(text));
        }
    }
    for column in table.stored() {
        if let Source::Derived(from) = &column.source
            && !table.mentions.iter().any(|(name, _)| *name == column.name)
        {
            changed.push((column.name, from.of(&row)));
        }
    }
    let names = changed.iter().map(|(name, _)| *name);
    let settings: Vec<String> = names.zip(1..).map(|(name, place)| format!("{name} = ${place}")).collect();
    let mut values: Vec<Value> = changed.into_iter().map(|(_, value)| value).collect();
    let mut keys = Vec::with_capacity(table.primary_key.len());
    for key in &table.primary_key {
        values.push(row.get(*key).and_then(Json::as_str).into());
        keys.push(format!("{key} = ${}", values.len()));
    }
    let sql = format!("UPDATE {} SET {} WHERE {}", table.name, settings.join(", "), keys.join(" AND "));
    tx.write(&sql, &values).map(drop)
}

/// Removes an account and its dependants by foreign key. Its sessions end with the commit.
pub fn remove_account(tx: &mut Tx<'_>, user_id: &str) -> Result<(), Error> {
    sessions::end(tx, user_id, Which::All)?;
    tx.execute("DELETE FROM users WHERE id = $1", &[user_id.into()])?;
    users::announce(tx, user_id, Verb::Delete);
    Ok(())
}

/// Removes the rows that would be deleted with the account's own: sign-in methods, profile, membership. The person's
/// posts stay.
pub(crate) fn remove_followers(tx: &mut Tx<'_>, schema: &Schema, user_id: &str) -> Result<(), Error> {
    for table in schema.tables().iter().rev() {
        for column in table.personal_columns().iter().filter(|column| goes(table, column)) {
            let sql = format!("DELETE FROM {} WHERE {} = $1", table.name, column.column);
            if tx.execute(&sql, &[user_id.into()])? > 0 {
                tx.changed_table(table.name);
            }
        }
    }
    Ok(())
}

fn goes(table: &Table, column: &PersonalColumn) -> bool {
    let key = table.column(column.column).and_then(|column| column.references);
    let cascades = key.is_some_and(|key| key.table == "users" && key.on_delete == OnDelete::Cascade);
    cascades && column.erasure == Erasure::Follow
}
