//! `POST /object/move`: another key, perhaps another bucket, for the same bytes. Only the row changes.

use ateneu_db::Tx;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{
        access::Access,
        audit::{self, Action},
        bucket::{self, Bucket},
        key::Key,
        mime,
        object::{self, Object},
        quota,
    },
    requests::extractors::{Bearer, JsonBody},
    uploads::write::ATTEMPTS,
};

/// From where to where; the body of `move` and of `copy`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Route {
    bucket_id: String,
    source_key: String,
    destination_bucket: Option<String>,
    destination_key: String,
}

/// A bucket and a key in it.
pub(crate) type End = (Bucket, Key);

impl Route {
    /// The buckets and keys at both ends.
    pub(crate) fn ends(&self, storage: &Storage, tx: &mut Tx<'_>) -> Result<(End, End), Error> {
        let (from, to) = (Key::parse(&self.source_key)?, Key::parse(&self.destination_key)?);
        let source = bucket::find(storage, tx, &self.bucket_id)?;
        let destination = match &self.destination_bucket {
            Some(id) if *id != source.id => bucket::find(storage, tx, id)?,
            _ => source.clone(),
        };
        Ok(((source, from), (destination, to)))
    }
}

/// Does the other bucket take a file like this?
pub(crate) fn fits(bucket: &Bucket, object: &Object) -> Result<(), Error> {
    if object.size > bucket.limit {
        return Err(Error::EntityTooLarge);
    }
    if mime::is_listed(&bucket.types, object.mimetype) {
        Ok(())
    } else {
        Err(Error::InvalidMimeType(object.mimetype.to_owned()))
    }
}

pub(crate) async fn move_object(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    JsonBody(route): JsonBody<Route>,
) -> Result<Json<Value>, Error> {
    storage
        .write(move |storage, tx| {
            let access = Access::now(storage, caller);
            let ((source, from), (destination, to)) = route.ends(storage, tx)?;
            for _ in 0..ATTEMPTS {
                let old = access.readable(tx, &source, &from)?;
                let new = moved(tx, &access, (&source, &old), (&destination, &to))?;
                if object::replace(tx, &old, &new)? {
                    audit::note(tx, &access, &source, &Action::Moved(&old, &new))?;
                    return Ok(Json(
                        json!({ "message": "Successfully moved", "Id": new.id, "Key": new.full_key() }),
                    ));
                }
            }
            Err(Error::Unavailable)
        })
        .await
}

/// The row after the move. The right to change must hold before and after, as for any changed row.
fn moved(
    tx: &mut Tx<'_>,
    access: &Access,
    (source, old): (&Bucket, &Object),
    (destination, to): (&Bucket, &Key),
) -> Result<Object, Error> {
    let leaves = access.admits_to(tx, &source.rules.update, source, old)?;
    let owner = old.owner.as_deref();
    let arrives = access.admits(tx, &destination.rules.update, destination, to.as_str(), owner)?;
    if !(leaves && arrives) {
        return Err(Error::AccessDenied);
    }
    fits(destination, old)?;
    let stays = source.id == destination.id && old.name == to.as_str();
    if !stays && object::find(tx, &destination.id, to)?.is_some() {
        return Err(Error::KeyAlreadyExists);
    }
    quota::check(tx, access, destination, to, (old.size, Some(&old.id)))?;
    Ok(Object {
        bucket_id: destination.id.clone(),
        name: to.as_str().to_owned(),
        updated_at: old.updated_at.max(access.now),
        ..old.clone()
    })
}
