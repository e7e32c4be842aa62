//! Picture variants: each is made once, stored beside the bytes of its original, and removed with them. Those in widths
//! of pages are kept and made on upload. Of other sizes the newest are kept, up to a number and a total size.

use std::{sync::Arc, time::Duration};

use ateneu_pictures::{Format, ImagePool, Picture, Transform, with_checksums};
use bytes::Bytes;
use futures::TryStreamExt;
use moka::future::Cache;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use tokio::sync::Semaphore;

use crate::{
    Error, Storage,
    objects::{
        bucket,
        key::Key,
        object::{self, Object},
    },
    store::{run_to_end, version},
};

/// Maximum size of a file that is read as a picture in bytes.
const MAX_SOURCE_BYTES: u64 = 25 * 1024 * 1024;

/// Maximum number of stored variants of a picture in sizes that pages do not use. The oldest is removed.
const MAX_VARIANTS: usize = 32;

/// Maximum total size of these variants in bytes.
const MAX_VARIANT_BYTES: u64 = 4 * 1024 * 1024;

/// Size of the cache of recently requested variants in bytes.
const CACHED_BYTES: u64 = 8 * 1024 * 1024;

const EXACT: &str = "exact";

/// State of the variants.
pub(crate) struct Variants {
    pool: ImagePool,
    /// Recently requested variants, by version and name. `None` if the original is served.
    recent: Cache<String, Option<Bytes>>,
    /// One permit for all preparation, so that a visitor waits for at most one prepared picture.
    preparing: Semaphore,
}

impl Variants {
    pub(crate) fn open(burst: Duration) -> Result<Self, Error> {
        let recent = Cache::builder()
            .weigher(|name: &String, bytes: &Option<Bytes>| {
                let bytes = bytes.as_ref().map_or(0, Bytes::len);
                u32::try_from(name.len() + bytes).unwrap_or(u32::MAX)
            })
            .max_capacity(CACHED_BYTES)
            .build();
        Ok(Self { pool: ImagePool::open(burst)?, recent, preparing: Semaphore::new(1) })
    }
}

/// Returns the name of a variant among those of its original.
pub(crate) fn name(transform: &Transform, format: Format) -> String {
    format!("{}.{}", transform.name(), format.extension())
}

/// Returns the variant, made if it is not stored. Returns `None` if the original is to be served.
pub(crate) async fn variant(
    storage: &Storage,
    object: &Object,
    transform: Transform,
    format: Format,
) -> Result<Option<Bytes>, Error> {
    let key = format!("{}/{}", object.version, name(&transform, format));
    let (owner, object) = (storage.clone(), object.clone());
    // Concurrent requests for the same variant wait for the first, which continues even if its client disconnects.
    let made = run_to_end(async move { stored_or_made(&owner, &object, transform, format).await });
    storage.variants().recent.try_get_with(key, made).await.map_err(|problem: Arc<Error>| (*problem).clone())
}

async fn stored_or_made(
    storage: &Storage,
    object: &Object,
    transform: Transform,
    format: Format,
) -> Result<Option<Bytes>, Error> {
    if let Some(kept) = stored(storage, &path_of(object, &transform, format)).await? {
        return Ok(Some(kept));
    }
    if object.size > MAX_SOURCE_BYTES {
        return Err(Error::EntityTooLarge);
    }
    let turn = storage.variants().pool.turn().await?;
    let source = storage.store().get(&version::path_of(&object.version)).await?.bytes().await?;
    let source = with_checksums(source);
    let (settled, cost) = match Picture::open(&source)? {
        Some(picture) => {
            let settled = transform.settled(picture.size());
            (settled, picture.cost(&settled, format)?)
        }
        None => return Ok(None),
    };
    let made = match stored(storage, &path_of(object, &settled, format)).await? {
        Some(kept) => kept,
        None => {
            if !settled.is_step() {
                turn.charge(storage.now(), cost)?;
            }
            match turn.make(source, settled, format, cost).await? {
                Some(made) => made,
                None => return Ok(None),
            }
        }
    };
    let path = path_of(object, &settled, format);
    if transform.is_step() {
        store(storage, &path_of(object, &transform, format), &made).await;
        if settled != transform {
            store(storage, &path, &made).await;
        }
    } else if make_space(storage, object, made.len() as u64).await? {
        store(storage, &path, &made).await;
    }
    if !is_current(storage, object).await? {
        version::remove_variants(storage.store(), &object.version).await;
    }
    Ok(Some(made))
}

/// Returns a re-encoded picture of foreign bytes, at most `width` wide, with its size.
pub(crate) async fn remake(
    storage: &Storage,
    source: Bytes,
    width: u32,
) -> Result<(Bytes, (u32, u32)), Error> {
    let unreadable = || Error::InvalidRequest("this is no picture that can be read".into());
    let turn = storage.variants().pool.turn().await?;
    let source = with_checksums(source);
    let transform = Transform::of_width(width);
    let (size, cost) = {
        let picture = Picture::open(&source)?.ok_or_else(unreadable)?;
        (transform.target(picture.size()), picture.cost(&transform, Format::WebP)?)
    };
    turn.charge(storage.now(), cost)?;
    let made = turn.make(source, transform, Format::WebP, cost).await?.ok_or_else(unreadable)?;
    Ok((made, size))
}

/// Removes the oldest variants of other sizes until `bytes` fit. Returns `false` if the new one is too large.
async fn make_space(storage: &Storage, object: &Object, bytes: u64) -> Result<bool, Error> {
    if bytes > MAX_VARIANT_BYTES {
        return Ok(false);
    }
    let folder = version::variants_of(&object.version).join(EXACT);
    let mut kept: Vec<ObjectMeta> = storage.store().list(Some(&folder)).try_collect().await?;
    kept.sort_by_key(|meta| meta.last_modified);
    let (mut count, mut sum) = (kept.len(), kept.iter().map(|meta| meta.size).sum::<u64>());
    for oldest in kept {
        if count < MAX_VARIANTS && sum + bytes <= MAX_VARIANT_BYTES {
            break;
        }
        match storage.store().delete(&oldest.location).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
            Err(problem) => return Err(problem.into()),
        }
        count -= 1;
        sum -= oldest.size;
    }
    Ok(true)
}

/// Returns the path under which a variant is stored.
fn path_of(object: &Object, transform: &Transform, format: Format) -> Path {
    let folder = version::variants_of(&object.version);
    let folder = if transform.is_step() { folder } else { folder.join(EXACT) };
    folder.join(name(transform, format))
}

/// Returns `true` if the version is still the file's. A later removal also removes earlier variants.
async fn is_current(storage: &Storage, object: &Object) -> Result<bool, Error> {
    let (bucket, version) = (object.bucket_id.clone(), object.version.clone());
    let key = Key::parse(&object.name)?;
    storage
        .read(move |_, tx| {
            let found = object::find(tx, &bucket, &key)?;
            Ok(found.is_some_and(|found| found.version == version))
        })
        .await
}

async fn stored(storage: &Storage, path: &Path) -> Result<Option<Bytes>, Error> {
    match storage.store().get(path).await {
        Ok(found) => Ok(Some(found.bytes().await?)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(problem) => Err(problem.into()),
    }
}

/// Stores a variant. After a failure it is made again the next time.
async fn store(storage: &Storage, path: &Path, made: &Bytes) {
    if storage.check_space(made.len() as u64).is_err() {
        return;
    }
    if let Err(problem) = storage.store().put(path, PutPayload::from(made.clone())).await {
        tracing::warn!(%problem, %path, "a made picture could not be kept");
    }
}

/// Widths in the `srcset` of pages.
const WIDTHS: [u32; 7] = [320, 480, 640, 960, 1280, 1600, 1920];

/// Formats to prepare: nearly every browser accepts one of these.
const FORMATS: [Format; 2] = [Format::Avif, Format::WebP];

/// Starts to make the sizes of a newly stored file, if it is a picture for pages.
pub(crate) fn prepare(storage: &Storage, object: &Object) {
    let is_picture = matches!(&*object.mimetype, "image/jpeg" | "image/png" | "image/webp");
    let is_shown = bucket::declared(storage, &object.bucket_id)
        .is_some_and(|bucket| bucket.public && bucket.rows.is_some());
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
        .variants()
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
