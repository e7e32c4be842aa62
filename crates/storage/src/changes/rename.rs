//! Gives a file another key in the caller's transaction. Its URLs with the former key end.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// Gives the file of an owner another key in its bucket. Returns `false` if that owner has no file with the key, or the
/// new one is taken.
///
/// # Errors
/// Fails if the database fails.
pub fn rename_file(
    tx: &mut Tx<'_>,
    bucket: &str,
    owner: &str,
    (from, to): (&str, &str),
    now: Timestamp,
) -> Result<bool, Error> {
    let renamed = tx.execute(
        "UPDATE objects SET name = $4, updated_at = $5 WHERE bucket_id = $1 AND owner = $2 AND name = $3
         AND NOT EXISTS (SELECT 1 FROM objects other WHERE other.bucket_id = $1 AND other.name = $4)",
        &[bucket.into(), owner.into(), from.into(), to.into(), now.into()],
    )?;
    Ok(renamed > 0)
}
