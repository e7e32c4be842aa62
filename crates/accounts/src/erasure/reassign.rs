//! Reassigns a person's posts in the community, which stay under the name 'Membro removido'.

use ateneu_auth::{REMOVED_MEMBER, ensure_removed_member};
use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_schema::PersonalColumn;

use crate::{Error, person::Person, personal_data::person_condition};

/// Name shown to others.
const NAME: &str = "Membro removido";

/// Reassigns the rows of one table to the account for removed members. Returns their number.
pub(super) fn reassign(
    tx: &mut Tx<'_>,
    table: &str,
    column: &PersonalColumn,
    person: &Person,
    now: Timestamp,
) -> Result<u64, Error> {
    let Some(whose) = person_condition([column], person) else {
        return Ok(0);
    };
    let sql = format!("SELECT {} FROM {table} WHERE {} LIMIT 1", column.column, whose.condition);
    if tx.query_optional(&sql, &whose.parameters)?.is_none() {
        return Ok(0);
    }
    ensure(tx, now)?;
    let sql = format!("UPDATE {table} SET {} = '{REMOVED_MEMBER}' WHERE {}", column.column, whose.condition);
    Ok(tx.execute(&sql, &whose.parameters)?)
}

/// Creates the account for removed members, with its profile.
fn ensure(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    ensure_removed_member(tx, now)?;
    tx.write(
        "INSERT INTO member_profiles (id, user_id, display_name, join_date, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4, $4) ON CONFLICT (user_id) DO NOTHING",
        &[ids::row_id(now).into(), REMOVED_MEMBER.into(), NAME.into(), now.into()],
    )?;
    Ok(())
}
