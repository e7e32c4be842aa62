//! How much one account may store in a bucket.

use ateneu_db::Tx;

use crate::{
    Error,
    objects::{
        access::Access,
        bucket::Bucket,
        key::{Key, folder},
    },
};

/// Refuses a file of that size where the folder it goes to would hold too much. `except` is the id of a file that
/// leaves the folder by it or is in it already. The service key is not counted.
///
/// Two writers of one folder are counted one after the other until the transaction ends.
pub(crate) fn check(
    tx: &mut Tx<'_>,
    access: &Access,
    bucket: &Bucket,
    key: &Key,
    (size, except): (u64, Option<&str>),
) -> Result<(), Error> {
    let (Some(quota), Some(folder)) = (bucket.quota, folder(key.as_str())) else {
        return Ok(());
    };
    if access.caller.is_service() {
        return Ok(());
    }
    tx.lock(&format!("files of {}/{folder}", bucket.id))?;
    let kept = tx.query_optional(
        "SELECT count(*) AS files, CAST(coalesce(sum(size), 0) AS bigint) AS bytes FROM objects
         WHERE bucket_id = $1 AND name >= $2 AND name < $3 AND id <> $4",
        // The character after a slash ends the folder.
        &[
            (&bucket.id).into(),
            format!("{folder}/").into(),
            format!("{folder}0").into(),
            except.unwrap_or_default().into(),
        ],
    )?;
    let number = |column: &str| {
        let number = kept.as_ref().and_then(|row| row.int(column));
        number.and_then(|number| u64::try_from(number).ok()).unwrap_or(0)
    };
    if number("files") >= u64::from(quota.files) || number("bytes").saturating_add(size) > quota.bytes {
        return Err(Error::QuotaExceeded);
    }
    Ok(())
}
