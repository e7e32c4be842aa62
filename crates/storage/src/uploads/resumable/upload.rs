//! The row of an upload: inserting, finding, advancing and removing it.

use std::time::Duration;

use ateneu_base::{Caller, Timestamp, Value, ids};
use ateneu_db::Tx;
use serde::Deserialize;

use super::{id::Id, metadata::Metadata};
use crate::{Error, objects::key::Key};

/// Time that an upload may take.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The most unfinished uploads of one account: each takes disk space for a day.
const MAX_PENDING: i64 = 50;

/// The most pieces of one upload: each costs a row.
const MAX_PIECES: i64 = 10_000;

/// An upload as it was read.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Upload {
    pub(super) id: String,
    pub(super) bucket_id: String,
    pub(super) key: Key,
    /// Bytes, as announced.
    pub(super) size: u64,
    pub(super) received: u64,
    pub(super) upsert: bool,
    /// `Upload-Metadata` as it was sent.
    pub(super) metadata: String,
    pub(super) expires_at: Timestamp,
}

/// Begins an upload for the caller.
pub(super) fn insert(
    tx: &mut Tx<'_>,
    caller: &Caller,
    now: Timestamp,
    file: &Metadata,
    (size, upsert, metadata): (u64, bool, String),
) -> Result<Upload, Error> {
    let owner = caller.user_id.as_deref();
    if let Some(owner) = owner {
        // Two that begin at once are counted one after the other.
        tx.lock(&format!("uploads of {owner}"))?;
        let under_way: i64 = tx.query_one_as(
            "SELECT count(*) FROM uploads WHERE owner = $1 AND finished_at IS NULL AND expires_at > $2",
            &[owner.into(), now.into()],
        )?;
        if under_way >= MAX_PENDING {
            return Err(Error::TooManyUploads);
        }
    }
    let upload = Upload {
        id: ids::row_id(now),
        bucket_id: file.bucket.clone(),
        key: file.key.clone(),
        size,
        received: 0,
        upsert,
        metadata,
        expires_at: now + KEPT,
    };
    let sql = "INSERT INTO uploads (id, bucket_id, name, owner, size, received, upsert, metadata, expires_at, created_at,
             updated_at)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $9)";
    tx.execute(
        sql,
        &[
            (&upload.id).into(),
            (&upload.bucket_id).into(),
            upload.key.as_str().into(),
            owner.into(),
            count(size),
            upsert.into(),
            (&upload.metadata).into(),
            upload.expires_at.into(),
            now.into(),
        ],
    )?;
    Ok(upload)
}

/// The bytes an account has announced for a bucket and not yet placed there.
pub(super) fn waiting(tx: &mut Tx<'_>, caller: &Caller, bucket: &str, now: Timestamp) -> Result<u64, Error> {
    Ok(tx.query_one_as(
        "SELECT CAST(coalesce(sum(size), 0) AS bigint) FROM uploads
         WHERE owner = $1 AND bucket_id = $2 AND finished_at IS NULL AND expires_at > $3",
        &[caller.user_id.as_deref().into(), bucket.into(), now.into()],
    )?)
}

/// The upload, if it is the caller's; another's and a missing one give the same error.
pub(super) fn find(tx: &mut Tx<'_>, caller: &Caller, id: &Id, now: Timestamp) -> Result<Upload, Error> {
    let sql = "SELECT id, bucket_id, name AS key, size, received, upsert, metadata, expires_at FROM uploads
         WHERE id = $1 AND bucket_id = $2 AND name = $3 AND coalesce(owner, '') = $4";
    let owner = caller.user_id.as_deref().unwrap_or_default();
    let found = tx.query_optional_as(
        sql,
        &[(&id.id).into(), (&id.bucket).into(), id.key.as_str().into(), owner.into()],
    )?;
    let upload: Upload = found.ok_or(Error::NoSuchUpload)?;
    if upload.expires_at <= now {
        return Err(Error::ExpiredUpload);
    }
    Ok(upload)
}

/// Records a piece that is in the store and advances the upload from where the piece begins; a faster writer has
/// advanced it already.
pub(super) fn advance(
    tx: &mut Tx<'_>,
    upload: &Upload,
    now: Timestamp,
    (piece, to): (&str, u64),
) -> Result<(), Error> {
    let counted = "SELECT count(*) FROM upload_pieces WHERE upload_id = $1";
    let pieces: i64 = tx.query_one_as(counted, &[(&upload.id).into()])?;
    if pieces >= MAX_PIECES {
        return Err(Error::InvalidRequest("the upload came in too many pieces".into()));
    }
    let moved = tx.execute(
        "UPDATE uploads SET received = $3, updated_at = $4 WHERE id = $1 AND received = $2",
        &[(&upload.id).into(), count(upload.received), count(to), now.into()],
    )?;
    if moved == 0 {
        return Err(Error::WrongOffset);
    }
    tx.execute(
        "INSERT INTO upload_pieces (id, upload_id, start, created_at) VALUES ($1, $2, $3, $4)",
        &[piece.into(), (&upload.id).into(), count(upload.received), now.into()],
    )?;
    Ok(())
}

/// Records that the file is placed; returns the pieces it was made of.
pub(super) fn finish(tx: &mut Tx<'_>, upload: &Upload, now: Timestamp) -> Result<Vec<String>, Error> {
    let finished = tx.execute(
        "UPDATE uploads SET received = size, finished_at = $3, updated_at = $3
         WHERE id = $1 AND received = $2 AND finished_at IS NULL",
        &[(&upload.id).into(), count(upload.received), now.into()],
    )?;
    if finished == 0 {
        return Err(Error::WrongOffset);
    }
    let names = pieces(tx, &upload.id)?;
    tx.execute("DELETE FROM upload_pieces WHERE upload_id = $1", &[(&upload.id).into()])?;
    Ok(names)
}

/// The pieces of an upload that nobody has moved on since it was read, in order.
pub(super) fn unmoved_pieces(tx: &mut Tx<'_>, upload: &Upload) -> Result<Vec<String>, Error> {
    let sql = "SELECT id FROM uploads WHERE id = $1 AND received = $2 AND finished_at IS NULL";
    tx.query_optional(sql, &[(&upload.id).into(), count(upload.received)])?.ok_or(Error::WrongOffset)?;
    pieces(tx, &upload.id)
}

/// The pieces of an upload, in order.
pub(super) fn pieces(tx: &mut Tx<'_>, upload_id: &str) -> Result<Vec<String>, Error> {
    let sql = "SELECT id FROM upload_pieces WHERE upload_id = $1 ORDER BY start";
    Ok(tx.query_as(sql, &[upload_id.into()])?)
}

/// Removes the row; returns the pieces, whose bytes may be removed after the commit.
pub(super) fn remove(tx: &mut Tx<'_>, upload_id: &str) -> Result<Vec<String>, Error> {
    let names = pieces(tx, upload_id)?;
    tx.execute("DELETE FROM uploads WHERE id = $1", &[upload_id.into()])?;
    Ok(names)
}

fn count(bytes: u64) -> Value {
    i64::try_from(bytes).unwrap_or(i64::MAX).into()
}
