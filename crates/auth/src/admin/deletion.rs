//! What is left of an account that was erased: nothing, but an account of removed members to which stays what they said
//! among others. Nobody signs in to it. A program may also empty an account, whose row then keeps what was said.

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Tx;
use ateneu_schema::{Erasure, OnDelete, PersonalColumn, Schema, Table};

use crate::{
    accounts::{User, users},
    error::Error,
    sessions::{self, Which},
};

/// The id of the account of removed members, in every installation.
pub const REMOVED_MEMBER: &str = "00000000-0000-4000-8000-00000000dead";

/// Makes the account of removed members where there is none yet.
pub fn ensure_removed_member(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    tx.lock(REMOVED_MEMBER)?;
    if users::find(tx, REMOVED_MEMBER)?.is_some() {
        return Ok(());
    }
    let nobody = User { id: REMOVED_MEMBER.to_owned(), deleted_at: Some(now), ..User::new(None, now) };
    users::insert(tx, &nobody)
}

/// Removes an account and what hangs on it by its keys. Its sessions end with the commit.
pub fn remove_account(tx: &mut Tx<'_>, user_id: &str) -> Result<(), Error> {
    sessions::end(tx, user_id, Which::All)?;
    tx.execute("DELETE FROM users WHERE id = $1", &[user_id.into()])?;
    users::announce(tx, user_id, Verb::Delete);
    Ok(())
}

/// Removes the rows that would have gone with the account's own: its ways in, its card, its membership. What the person
/// said among others stays.
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
