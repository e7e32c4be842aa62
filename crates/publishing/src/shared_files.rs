//! Files shared by contents. A shared file is open to the readers of each, so only contents with the same readers may
//! share one. Otherwise a closed file would open, or an exclusive content would have an open file.

use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::TableRow;

use crate::refused::Refused;

#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct Content {
    id: String,
    file_key: Option<String>,
    thumbnail_key: Option<String>,
    is_member_only: bool,
}

pub fn trigger() -> Trigger {
    Trigger::on::<Content>().before(before)
}

/// Refuses a file that another content uses for other readers.
///
/// # Errors
/// Fails with `file_is_exclusive`, `file_is_public`, `cover_is_exclusive`.
fn before(tx: &mut Tx<'_>, write: &Write<'_, Content>, new: &mut Content) -> Result<(), Error> {
    if write.old == Some(new) {
        return Ok(());
    }
    let Content { id, file_key: file, thumbnail_key: cover, is_member_only: is_exclusive } = &*new;
    if let Some(key) = file {
        tx.lock(&format!("file of contents {key}"))?;
        let sql = "SELECT is_member_only FROM contents WHERE file_key = $1 AND id <> $2 AND is_member_only = $3 LIMIT 1";
        if tx.query_optional(sql, &[key.into(), id.into(), (!*is_exclusive).into()])?.is_some() {
            let code = if *is_exclusive { Refused::FileIsPublic } else { Refused::FileIsExclusive };
            return Err(code.into());
        }
        // A cover is public for every content.
        let sql = "SELECT id FROM contents WHERE thumbnail_key = $1 LIMIT 1";
        if *is_exclusive && tx.query_optional(sql, &[key.into()])?.is_some() {
            return Err(Refused::FileIsPublic.into());
        }
    }
    if let Some(key) = cover {
        let sql = "SELECT id FROM contents WHERE file_key = $1 AND is_member_only LIMIT 1";
        let is_own = *is_exclusive && file == cover;
        if is_own || tx.query_optional(sql, &[key.into()])?.is_some() {
            return Err(Refused::CoverIsExclusive.into());
        }
    }
    Ok(())
}
