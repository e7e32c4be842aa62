//! A file that several contents use is open to whomever one of them opens it to. So that no closed file opens by that, and no
//! exclusive content has an open one, contents share their file with those of the same readers only.

use ateneu_base::Record;
use ateneu_data::{Error, Write, text_of, truth_of};
use ateneu_db::Tx;

use crate::{refused::Refused, tables};

/// Refuses a file that another content uses for other readers.
///
/// # Errors
/// Fails with `file_is_exclusive`, `file_is_public`, `cover_is_exclusive`.
pub fn before(tx: &mut Tx<'_>, write: &Write<'_>, new: &Record) -> Result<(), Error> {
    let stands =
        |row: &Record| (tables::file_key(row), tables::thumbnail_key(row), truth_of(row, "is_member_only"));
    let (file, cover, is_exclusive) = stands(new);
    if write.old.is_some_and(|old| stands(old) == stands(new)) {
        return Ok(());
    }
    let id = text_of(new, "id").unwrap_or_default();
    if let Some(key) = file.as_text() {
        tx.lock(&format!("file of contents {key}"))?;
        let sql = "SELECT is_member_only FROM contents WHERE file_key = $1 AND id <> $2 AND is_member_only = $3 LIMIT 1";
        if tx.query_optional(sql, &[key.into(), id.into(), (!is_exclusive).into()])?.is_some() {
            let code = if is_exclusive { Refused::FileIsPublic } else { Refused::FileIsExclusive };
            return Err(code.into());
        }
        // A cover is public whatever its content is.
        let sql = "SELECT id FROM contents WHERE thumbnail_key = $1 LIMIT 1";
        if is_exclusive && tx.query_optional(sql, &[key.into()])?.is_some() {
            return Err(Refused::FileIsPublic.into());
        }
    }
    if let Some(key) = cover.as_text() {
        let sql = "SELECT id FROM contents WHERE file_key = $1 AND is_member_only LIMIT 1";
        let is_own = is_exclusive && file == cover;
        if is_own || tx.query_optional(sql, &[key.into()])?.is_some() {
            return Err(Refused::CoverIsExclusive.into());
        }
    }
    Ok(())
}
