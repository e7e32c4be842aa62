//! Made pictures: each is made once, kept in the store beside its original's bytes, and goes with them. The widths pages name
//! are kept for good; of other sizes those made last, within a number and a number of bytes.

use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use moka::future::Cache;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use tokio::sync::{AcquireError, Semaphore};

use super::{
    budget::Budget,
    format::Format,
    hands::Hands,
    picture::{MOST_MEMORY, Picture, with_checksums},
    transform::Transform,
};
use crate::{
    Config, Error, Storage,
    objects::{
        key::Key,
        object::{self, Object},
    },
    store::{detached::to_the_end, made, version},
};

/// The largest file that is read as a picture, in bytes.
const LARGEST_SOURCE: u64 = 25 * 1024 * 1024;

/// How many of one picture are kept in sizes that pages do not name; the oldest makes way.
const MOST_KEPT: usize = 32;

/// How many bytes these have together.
const MOST_KEPT_BYTES: u64 = 4 * 1024 * 1024;

/// The folder of these.
const EXACT: &str = "exact";

/// What is kept in memory of what was asked for last, in bytes.
const MEMORY: u64 = 8 * 1024 * 1024;

/// How many requests may wait for a picture to be made; more hear that the server is busy.
const MOST_WAITING: usize = 32;

/// What making pictures may take of the machine.
pub(crate) struct Workshop {
    /// What was asked for last, by version and name; nothing where the original is served.
    recent: Cache<String, Option<Bytes>>,
    hands: Hands,
    /// A mebibyte each, of all pictures together: small ones are made side by side, large ones one after the other.
    memory: Semaphore,
    budget: Budget,
    /// One for each picture that is read and made: as many as there are hands.
    free_hands: Semaphore,
    /// One for each request that makes or waits.
    places: Semaphore,
    /// One for all preparing: a visitor waits behind one prepared picture at most.
    pub(super) preparing: Semaphore,
}

impl Workshop {
    pub(crate) fn open(config: &Config) -> Result<Self, Error> {
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
            memory: Semaphore::new(mebibytes(MOST_MEMORY) as usize),
            budget: Budget::full(config.picture_burst),
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
    if let Some(kept) = stored(storage, &path_of(object, &transform, format)).await? {
        return Ok(Some(kept));
    }
    if object.size > LARGEST_SOURCE {
        return Err(Error::EntityTooLarge);
    }
    let workshop = storage.workshop();
    let _place = workshop.places.try_acquire().map_err(|_| Error::Unavailable)?;
    // Before the file is read: those who wait hold no file in memory.
    let _hand = workshop.free_hands.acquire().await.map_err(|problem| closed(&problem))?;
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
                workshop.budget.spend(storage.now(), cost.time)?;
            }
            let _memory = workshop
                .memory
                .acquire_many(mebibytes(cost.memory))
                .await
                .map_err(|problem| closed(&problem))?;
            let job = move || -> Result<Option<Vec<u8>>, Error> {
                let picture = Picture::open(&source)?;
                picture.map(|picture| picture.make(&settled, format)).transpose()
            };
            match workshop.hands.make(job).await? {
                Some(made) => Bytes::from(made),
                None => return Ok(None),
            }
        }
    };
    let path = path_of(object, &settled, format);
    if transform.is_step() {
        keep(storage, &path_of(object, &transform, format), &made).await;
        if settled != transform {
            keep(storage, &path, &made).await;
        }
    } else if make_way(storage, object, made.len() as u64).await? {
        keep(storage, &path, &made).await;
    }
    if !is_current(storage, object).await? {
        made::remove(storage.store(), &object.version).await;
    }
    Ok(Some(made))
}

/// Removes the oldest of a picture's exact sizes until another of that many bytes may be kept; `false` where it is too
/// large to be.
async fn make_way(storage: &Storage, object: &Object, bytes: u64) -> Result<bool, Error> {
    if bytes > MOST_KEPT_BYTES {
        return Ok(false);
    }
    let folder = made::folder_of(&object.version).join(EXACT);
    let mut kept: Vec<ObjectMeta> = storage.store().list(Some(&folder)).try_collect().await?;
    kept.sort_by_key(|meta| meta.last_modified);
    let (mut count, mut sum) = (kept.len(), kept.iter().map(|meta| meta.size).sum::<u64>());
    for oldest in kept {
        if count < MOST_KEPT && sum + bytes <= MOST_KEPT_BYTES {
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

/// Where a made picture is kept.
fn path_of(object: &Object, transform: &Transform, format: Format) -> Path {
    let folder = made::folder_of(&object.version);
    let folder = if transform.is_step() { folder } else { folder.join(EXACT) };
    folder.join(name(transform, format))
}

fn mebibytes(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1024 * 1024)).unwrap_or(u32::MAX)
}

fn closed(problem: &AcquireError) -> Error {
    Error::Internal(problem.to_string())
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
async fn keep(storage: &Storage, path: &Path, made: &Bytes) {
    if storage.check_space(made.len() as u64).is_err() {
        return;
    }
    if let Err(problem) = storage.store().put(path, PutPayload::from(made.clone())).await {
        tracing::warn!(%problem, %path, "a made picture could not be kept");
    }
}
