//! Removing the files of a folder in the transaction of what made that necessary. Their bytes are orphans from then on.

use ateneu_db::{Error, Tx};
use ateneu_schema::Holder;

use crate::objects::{
    access::held,
    object::{self, COLUMNS, Object},
};

/// Removes the rows of the files in a folder of a bucket. Returns their number.
///
/// # Errors
/// Fails if the database does.
pub fn remove_folder(tx: &mut Tx<'_>, bucket: &str, folder: &str) -> Result<usize, Error> {
    let (condition, [from, to]) = held(Holder::Folder, folder, 2);
    let sql = format!("SELECT {COLUMNS} FROM objects WHERE bucket_id = $1 AND {condition} ORDER BY name");
    let mut removed = 0;
    for object in tx.query_as::<Object>(&sql, &[bucket.into(), from, to])? {
        removed += usize::from(object::delete(tx, &object)?);
    }
    Ok(removed)
}
