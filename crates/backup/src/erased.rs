//! Erased accounts, which a restored backup erases again: their ids alone, kept apart from the backups too.

use std::collections::BTreeMap;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error as DbError, Tx};
use ateneu_schema::{
    Table,
    table::{internal, timestamp, uuid},
};
use serde::Deserialize;

use crate::Error;

/// Name of the list beside the copies, and beside a backup that is restored by hand.
pub const ERASED_LIST: &str = "erased-accounts.txt";

/// Name of the table.
pub(crate) const TABLE: &str = "erased_accounts";

/// The declaration.
pub(crate) fn table() -> Table {
    internal(TABLE, "Ids of erased accounts, which a restored backup erases again.")
        .columns([
            // No foreign key: the account is gone.
            uuid("id").required(),
            timestamp("erased_at").required(),
        ])
        .primary_key(["id"])
}

/// An erased account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ErasedAccount {
    /// Id of the account.
    pub id: String,
    /// Time of the erasure. An account made later under the same id is another one.
    pub erased_at: Timestamp,
}

/// Records the erasure of an account, in its transaction.
///
/// # Errors
/// Fails if the database does.
pub fn record_erasure(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), DbError> {
    let sql = "INSERT INTO erased_accounts (id, erased_at) VALUES ($1, $2)
               ON CONFLICT (id) DO UPDATE SET erased_at = excluded.erased_at
               WHERE excluded.erased_at > erased_accounts.erased_at";
    tx.execute(sql, &[id.into(), now.into()]).map(drop)
}

/// Returns all erased accounts, ordered by id.
///
/// # Errors
/// Fails if the database does.
pub fn erased_accounts(tx: &mut Tx<'_>) -> Result<Vec<ErasedAccount>, DbError> {
    tx.query_as("SELECT id, erased_at FROM erased_accounts ORDER BY id", &[])
}

/// Reads a list: a line for each account, with its id and the time of its erasure.
///
/// # Errors
/// Fails with [`Error::ErasedList`] and the number of a line that is none.
pub fn read_erased_list(text: &str) -> Result<Vec<ErasedAccount>, Error> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let account = line.trim().split_once(' ').and_then(|(id, at)| {
                let erased_at = Timestamp::parse(at).ok()?;
                Some(ErasedAccount { id: ids::parse_uuid(id)?, erased_at })
            });
            account.ok_or(Error::ErasedList(number))
        })
        .collect()
}

/// Writes the accounts of both lists as one, each once, with its last erasure.
pub fn write_erased_list(lists: impl IntoIterator<Item = ErasedAccount>) -> String {
    let mut last: BTreeMap<String, Timestamp> = BTreeMap::new();
    for ErasedAccount { id, erased_at } in lists {
        let known = last.entry(id).or_insert(erased_at);
        *known = erased_at.max(*known);
    }
    last.into_iter().map(|(id, at)| format!("{id} {}\n", at.to_zulu())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(id: usize, at: &str) -> ErasedAccount {
        let id = format!("00000000-0000-4000-8000-{id:012}");
        ErasedAccount { id, erased_at: Timestamp::parse(at).unwrap() }
    }

    #[test]
    fn a_list_reads_as_it_was_written() {
        let all = vec![account(1, "2026-11-29T10:00:00Z"), account(2, "2026-11-30T10:00:00.5Z")];
        let older = account(2, "2026-11-01T10:00:00Z");
        let text = write_erased_list([older, all[1].clone(), all[0].clone()]);
        assert_eq!(read_erased_list(&text).unwrap(), all);
        assert_eq!(read_erased_list("").unwrap(), []);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let text = format!("{}x y\n", write_erased_list([account(1, "2026-11-29T10:00:00Z")]));
        assert!(matches!(read_erased_list(&text), Err(Error::ErasedList(2))));
    }
}
