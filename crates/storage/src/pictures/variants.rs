//! Made pictures: each is made once, kept in the store beside its original's bytes, and goes with them.

use std::sync::Arc;

use bytes::Bytes;
use futures::StreamExt;
use moka::future::Cache;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use tokio::sync::Semaphore;

use super::{format::Format, hands::Hands, picture::Picture, transform::Transform};
use crate::{
    Error, Storage,
    objects::{
        key::Key,
        object::{self, Object},
    },
    store::{detached::to_the_end, made, version},
};

/// The largest file that is read as a picture, in bytes.
const LARGEST_SOURCE: u64 = 25 * 1024 * 1024;

/// How many of one picture are kept. More are made when asked for, but not kept.
const MOST_KEPT: usize = 64;

/// What is kept in memory of what was asked for last, in bytes.
const MEMORY: u64 = 8 * 1024 * 1024;

/// How many requests may wait for a picture to be made; more hear that the server is busy.
const MOST_WAITING: usize = 32;

/// What making pictures may take of the machine.
pub(crate) struct Workshop {
    /// What was asked for last, by version and name; nothing where the original is served.
    recent: Cache<String, Option<Bytes>>,
    hands: Hands,
    /// One for each picture that is read and made: as many as there are hands.
    free_hands: Semaphore,
    /// One for each request that makes or waits.
    places: Semaphore,
    /// One for all preparing: a visitor waits behind one prepared picture at most.
    pub(super) preparing: Semaphore,
}

impl Workshop {
    pub(crate) fn open() -> Result<Self, Error> {
        // Half of the processors, so that everything else goes on.
        let hands = std::thread::available_parallelism().map_or(1, |count| count.get().div_ceil(2));
        Ok(Self {
            recent: Cache::builder()
                .weigher(|name: &String, bytes: &Option<Bytes>| {
                    let bytes = bytes.as_ref().map_or(0, Bytes::len);
                    u32::try_from(name.len() + bytes).unwrap_or(u32::MAX)
                })
                .max_capacity(MEMORY)
                .build(),
            hands: Hands::new(hands)?,
            free_hands: Semaphore::new(hands),
            places: Semaphore::new(hands + MOST_WAITING),
            preparing: Semaphore::new(1),
        })
    }
}

/// A made picture's name among those of its original.
pub(crate) fn name(transform: &Transform, format: Format) -> String {
    format!("{}.{}", transform.name(), format.extension())
}

/// The picture as asked for, made if need be. `None` where the original is to be served as it is.
pub(crate) async fn variant(
    storage: &Storage,
    object: &Object,
    transform: Transform,
    format: Format,
) -> Result<Option<Bytes>, Error> {
    let key = format!("{}/{}", object.version, name(&transform, format));
    let (workshop, owner, object) = (storage.workshop(), storage.clone(), object.clone());
    // Whoever asks for the same at the same time waits for the first; it is made even if the first goes away.
    let made = to_the_end(async move { kept_or_made(&owner, &object, transform, format).await });
    workshop.recent.try_get_with(key, made).await.map_err(|problem: Arc<Error>| (*problem).clone())
}

async fn kept_or_made(
    storage: &Storage,
    object: &Object,
    transform: Transform,
    format: Format,
) -> Result<Option<Bytes>, Error> {
    let folder = made::folder_of(&object.version);
    if let Some(kept) = stored(storage, &folder.clone().join(name(&transform, format))).await? {
        return Ok(Some(kept));
    }
    if object.size > LARGEST_SOURCE {
        return Err(Error::EntityTooLarge);
    }
    let workshop = storage.workshop();
    let _place = workshop.places.try_acquire().map_err(|_| Error::Unavailable)?;
    // Before the file is read: those who wait hold no file in memory.
    let _hand =
        workshop.free_hands.acquire().await.map_err(|problem| Error::Internal(problem.to_string()))?;
    let source = storage.store().get(&version::path_of(&object.version)).await?.bytes().await?;
    let Some((width, _)) = Picture::open(&source)?.map(|picture| picture.size()) else {
        return Ok(None);
    };
    // Steps above the picture's own width all give the same.
    let enough = transform.needed_for(width);
    let made = match stored(storage, &folder.clone().join(name(&enough, format))).await? {
        Some(kept) => kept,
        None => {
            let job = move || -> Result<Option<Vec<u8>>, Error> {
                let picture = Picture::open(&source)?;
                picture.map(|picture| picture.make(&enough, format)).transpose()
            };
            match workshop.hands.make(job).await? {
                Some(made) => Bytes::from(made),
                None => return Ok(None),
            }
        }
    };
    keep(storage, &folder, &name(&transform, format), &made).await;
    if enough != transform {
        keep(storage, &folder, &name(&enough, format), &made).await;
    }
    if !is_current(storage, object).await? {
        made::remove(storage.store(), &object.version).await;
    }
    Ok(Some(made))
}

/// Is the version still the file's? Who removes it afterwards finds what was kept before.
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

/// What cannot be kept is made again the next time.
async fn keep(storage: &Storage, folder: &Path, name: &str, made: &Bytes) {
    let store = storage.store();
    let kept = store.list(Some(folder)).take(MOST_KEPT).count().await;
    if kept >= MOST_KEPT || storage.check_space(made.len() as u64).is_err() {
        return;
    }
    let put = store.put(&folder.clone().join(name), PutPayload::from(made.clone())).await;
    if let Err(problem) = put {
        tracing::warn!(%problem, name, "a made picture could not be kept");
    }
}
