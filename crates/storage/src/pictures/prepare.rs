//! Makes the sizes pages ask for when a picture is uploaded, so that no visitor waits for them.

use super::{format::Format, transform::Transform, variants::variant};
use crate::{
    Error, Storage,
    objects::{bucket, object::Object},
};

/// The widths pages name in `srcset`.
const WIDTHS: [u32; 7] = [320, 480, 640, 960, 1280, 1600, 1920];

/// Nearly every browser accepts one of these.
const FORMATS: [Format; 2] = [Format::Avif, Format::WebP];

/// Starts making the sizes of a file that was just stored, if it is a picture that pages show.
pub(crate) fn prepare(storage: &Storage, object: &Object) {
    let is_picture = matches!(object.mimetype, "image/jpeg" | "image/png" | "image/webp");
    let is_shown = bucket::declared(storage, &object.bucket_id).is_some_and(|bucket| bucket.rows.is_some());
    if !is_shown || !is_picture {
        return;
    }
    let (storage, object) = (storage.clone(), object.clone());
    tokio::spawn(async move {
        if let Err(problem) = make_all(&storage, &object).await {
            tracing::warn!(%problem, key = object.full_key(), "a picture could not be prepared");
        }
    });
}

async fn make_all(storage: &Storage, object: &Object) -> Result<(), Error> {
    let _turn = storage
        .image_pool()
        .preparing
        .acquire()
        .await
        .map_err(|problem| Error::Internal(problem.to_string()))?;
    for width in WIDTHS {
        for format in FORMATS {
            if variant(storage, object, Transform::of_width(width), format).await?.is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}
