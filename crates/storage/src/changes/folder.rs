//! Removes the files of a folder in the caller's transaction. Their bytes are then orphans.

use ateneu_db::{Error, Tx};
use ateneu_schema::Holder;

use crate::objects::{
    access::held,
    object::{self, Object},
};

/// Removes the rows of the files in a folder of a bucket. Returns their number.
///
/// # Errors
/// Fails if the database does.
pub fn remove_folder(tx: &mut Tx<'_>, bucket: &str, folder: &str) -> Result<usize, Error> {
    let (condition, [from, to]) = held(Holder::Folder, folder, 2);
    let files = format!("WHERE bucket_id = $1 AND {condition} ORDER BY name");
    let mut removed = 0;
    for object in tx.rows::<Object>(&files, &[bucket.into(), from, to])? {
        removed += usize::from(object::delete(tx, &object)?);
    }
    Ok(removed)
}
