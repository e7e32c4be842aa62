//! The row of an upload: inserts, finds, advances and removes it.

use std::time::Duration;

use ateneu_base::{Caller, Timestamp, ids};
use ateneu_db::Tx;
use ateneu_schema::{ColumnValue, TableRow};

use super::{id::Id, metadata::Metadata};
use crate::{Error, objects::key::Key};

/// Lifetime of an unfinished upload.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// Maximum number of unfinished uploads of an account: each takes disk space for a day.
const MAX_PENDING: i64 = 50;

/// Maximum number of pieces of an upload: each costs a row.
const MAX_PIECES: i64 = 10_000;

/// An upload at the time it was read.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("uploads")]
pub(super) struct Upload {
    pub(super) id: String,
    pub(super) bucket_id: String,
    #[column("name")]
    pub(super) key: Key,
    owner: Option<String>,
    /// Announced size in bytes.
    pub(super) size: u64,
    pub(super) received: u64,
    pub(super) upsert: bool,
    /// `Upload-Metadata` as sent.
    pub(super) metadata: String,
    pub(super) expires_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Begins an upload for the caller.
pub(super) fn insert(
    tx: &mut Tx<'_>,
    caller: &Caller,
    now: Timestamp,
    file: &Metadata,
    (size, upsert, metadata): (u64, bool, String),
) -> Result<Upload, Error> {
    if let Some(owner) = &caller.user_id {
        // Two concurrent beginnings are counted one after the other.
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
        owner: caller.user_id.clone(),
        size,
        received: 0,
        upsert,
        metadata,
        expires_at: now + KEPT,
        created_at: now,
        updated_at: now,
    };
    tx.insert(&upload)?;
    Ok(upload)
}

/// Returns the number of bytes that an account has announced for a bucket and not yet placed.
pub(super) fn waiting(tx: &mut Tx<'_>, caller: &Caller, bucket: &str, now: Timestamp) -> Result<u64, Error> {
    Ok(tx.query_one_as(
        "SELECT CAST(coalesce(sum(size), 0) AS bigint) FROM uploads
         WHERE owner = $1 AND bucket_id = $2 AND finished_at IS NULL AND expires_at > $3",
        &[caller.user_id.as_deref().into(), bucket.into(), now.into()],
    )?)
}

/// Returns the upload, if it is the caller's. Another's and a missing one have the same error.
pub(super) fn find(tx: &mut Tx<'_>, caller: &Caller, id: &Id, now: Timestamp) -> Result<Upload, Error> {
    let found = tx.row(
        "WHERE id = $1 AND bucket_id = $2 AND name = $3 AND coalesce(owner, '') = $4",
        &[
            (&id.id).into(),
            (&id.bucket).into(),
            id.key.to_value(),
            caller.user_id.as_deref().unwrap_or_default().into(),
        ],
    )?;
    let upload: Upload = found.ok_or(Error::NoSuchUpload)?;
    if upload.expires_at <= now {
        return Err(Error::ExpiredUpload);
    }
    Ok(upload)
}

/// Records a stored piece and advances the upload from its offset. Fails if a faster writer has advanced it.
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
        &[(&upload.id).into(), upload.received.to_value(), to.to_value(), now.into()],
    )?;
    if moved == 0 {
        return Err(Error::WrongOffset);
    }
    tx.execute(
        "INSERT INTO upload_pieces (id, upload_id, start, created_at) VALUES ($1, $2, $3, $4)",
        &[piece.into(), (&upload.id).into(), upload.received.to_value(), now.into()],
    )?;
    Ok(())
}

/// Records that the file is placed. Returns its pieces.
pub(super) fn finish(tx: &mut Tx<'_>, upload: &Upload, now: Timestamp) -> Result<Vec<String>, Error> {
    let finished = tx.execute(
        "UPDATE uploads SET received = size, finished_at = $3, updated_at = $3
         WHERE id = $1 AND received = $2 AND finished_at IS NULL",
        &[(&upload.id).into(), upload.received.to_value(), now.into()],
    )?;
    if finished == 0 {
        return Err(Error::WrongOffset);
    }
    let names = pieces(tx, &upload.id)?;
    tx.execute("DELETE FROM upload_pieces WHERE upload_id = $1", &[(&upload.id).into()])?;
    Ok(names)
}

/// Returns the pieces of an upload, in order, unless it was advanced since it was read.
pub(super) fn unmoved_pieces(tx: &mut Tx<'_>, upload: &Upload) -> Result<Vec<String>, Error> {
    let sql = "SELECT id FROM uploads WHERE id = $1 AND received = $2 AND finished_at IS NULL";
    tx.query_optional(sql, &[(&upload.id).into(), upload.received.to_value()])?.ok_or(Error::WrongOffset)?;
    pieces(tx, &upload.id)
}

/// Returns the pieces of an upload, in order.
pub(super) fn pieces(tx: &mut Tx<'_>, upload_id: &str) -> Result<Vec<String>, Error> {
    let sql = "SELECT id FROM upload_pieces WHERE upload_id = $1 ORDER BY start";
    Ok(tx.query_as(sql, &[upload_id.into()])?)
}

/// Removes the row. Returns the pieces, whose bytes may be removed after the commit.
pub(super) fn remove(tx: &mut Tx<'_>, upload_id: &str) -> Result<Vec<String>, Error> {
    let names = pieces(tx, upload_id)?;
    tx.execute("DELETE FROM uploads WHERE id = $1", &[upload_id.into()])?;
    Ok(names)
}
