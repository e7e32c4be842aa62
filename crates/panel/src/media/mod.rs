//! The media library: the files of contents and lessons with their uses, and the removal of unused ones. The storage
//! knows the rows that name files. Editors see the files of contents, administrators all files.

mod uses;

use std::time::Duration;

use ateneu_audit::Actor;
use ateneu_base::{Caller, Clock, Timestamp, fold};
use ateneu_db::{Db, Tx};
use ateneu_functions::{Administrator, Function, Nothing, Refusal, Writer};
use ateneu_schema::{Rule, rule::admin};
use ateneu_storage::{Error as StorageError, FileKind, LibraryFile, LibraryQuery, Storage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use uses::{MediaUse, Names};

use crate::refused::Refused;

const CONTENTS: &str = "contents";
/// Buckets of the library. That of lessons is only for administrators.
const BUCKETS: [&str; 2] = [CONTENTS, ateneu_learning::FILES];
/// Number of files on a page.
const PER_PAGE: usize = 40;
/// Maximum number of files removed in a call: each is searched in all texts again.
const MAX_REMOVED: usize = 50;
/// Age below which a stored file may be in an open form.
const FRESH: Duration = Duration::from_hours(1);

/// Dependencies of the media library.
#[derive(Clone)]
pub struct Media {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The files.
    pub storage: Storage,
}

/// Returns the server functions of the media library.
pub fn functions() -> Vec<Function<Media>> {
    const PURPOSE: &str = "ver a biblioteca de mídia";
    vec![
        Function::new("list-files", PURPOSE, list),
        Function::new("read-file-uses", PURPOSE, read_uses),
        Function::new("remove-file", PURPOSE, remove),
        Function::new("count-unused-files", PURPOSE, count_unused),
        Function::new("remove-unused-files", PURPOSE, remove_unused),
    ]
}

fn is_admin(caller: &Caller) -> bool {
    admin().for_caller(caller) == Rule::Anyone
}

/// Bucket of a file.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MediaBucket {
    /// Files of contents.
    Contents,
    /// Files of lessons.
    Courses,
}

impl MediaBucket {
    fn of(name: &str) -> Self {
        if name == CONTENTS { Self::Contents } else { Self::Courses }
    }
}

/// Returns this bucket or all buckets that the caller may list.
fn seen(caller: &Caller, only: Option<MediaBucket>) -> &'static [&'static str] {
    match only {
        None if is_admin(caller) => &BUCKETS,
        None | Some(MediaBucket::Contents) => &[CONTENTS],
        Some(MediaBucket::Courses) if is_admin(caller) => &[ateneu_learning::FILES],
        Some(MediaBucket::Courses) => &[],
    }
}

/// Kind of a file.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MediaKind {
    Image,
    Video,
    Audio,
    Document,
}

#[derive(Deserialize, JsonSchema)]
struct ListFiles {
    /// Words of the file's name.
    search: Option<String>,
    kind: Option<MediaKind>,
    bucket: Option<MediaBucket>,
    /// True to list only unused files.
    unused: Option<bool>,
    /// End of the previous page.
    after: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct FilesPage {
    files: Vec<MediaFile>,
    /// End of this page. `None` if it is the last one.
    next: Option<String>,
}

/// A file of the media library.
#[derive(Serialize, JsonSchema)]
struct MediaFile {
    id: String,
    bucket: MediaBucket,
    key: String,
    /// Name at the file's source, if known.
    name: Option<String>,
    mime_type: String,
    /// Size in bytes.
    size: i64,
    /// Width in pixels.
    width: Option<i64>,
    /// Height in pixels.
    height: Option<i64>,
    /// Duration in seconds.
    duration: Option<i64>,
    owner_id: Option<String>,
    created_at: String,
    /// Time at which its bytes were last replaced.
    updated_at: String,
    /// True if the caller may replace it here.
    may_replace: bool,
    /// True if it is kept even if unused.
    is_kept: bool,
    uses: Vec<MediaUse>,
}

async fn list(media: Media, Writer(caller): Writer, wanted: ListFiles) -> Result<FilesPage, Refusal> {
    let after = wanted.after.as_deref().filter(|after| !after.is_empty()).map(place).transpose()?;
    let query = LibraryQuery {
        words: fold::search_words(wanted.search.as_deref().unwrap_or_default()),
        kind: wanted.kind.map(|kind| match kind {
            MediaKind::Image => FileKind::Image,
            MediaKind::Video => FileKind::Video,
            MediaKind::Audio => FileKind::Audio,
            MediaKind::Document => FileKind::Document,
        }),
        unused: wanted.unused.unwrap_or_default(),
        after,
        // The additional one shows if there is another page.
        ..LibraryQuery::of(seen(&caller, wanted.bucket), PER_PAGE + 1)
    };
    let db = media.db.clone();
    let page = db.read(move |tx| {
        let mut found = ateneu_storage::library(tx, &query)?;
        let is_last = found.len() <= PER_PAGE;
        found.truncate(PER_PAGE);
        let next = found.last().filter(|_| !is_last).map(|file| format!("{}~{}", file.created_at, file.id));
        Ok::<_, StorageError>(FilesPage { files: described(&media, tx, &caller, found)?, next })
    });
    page.await.map_err(|problem| failed(&problem))
}

/// Parses the position in the list at which a page ended.
fn place(text: &str) -> Result<(Timestamp, String), Refusal> {
    let parts = text.split_once('~').and_then(|(at, id)| Some((Timestamp::parse(at).ok()?, id.to_owned())));
    parts
        .ok_or_else(|| Refusal::invalid_payload("Esta página da lista não existe. Volte ao início da lista."))
}

#[derive(Deserialize, JsonSchema)]
struct OneFile {
    bucket: MediaBucket,
    key: String,
}

async fn read_uses(media: Media, Writer(caller): Writer, file: OneFile) -> Result<MediaFile, Refusal> {
    let query = LibraryQuery { key: Some(file.key), ..LibraryQuery::of(seen(&caller, Some(file.bucket)), 1) };
    let db = media.db.clone();
    let found = db.read(move |tx| {
        let found = ateneu_storage::library(tx, &query)?;
        Ok::<_, StorageError>(described(&media, tx, &caller, found)?.into_iter().next())
    });
    found.await.map_err(|problem| failed(&problem))?.ok_or_else(|| Refused::FileNotFound.into())
}

/// Returns the files with the names of their uses.
fn described(
    media: &Media,
    tx: &mut Tx<'_>,
    caller: &Caller,
    files: Vec<LibraryFile>,
) -> Result<Vec<MediaFile>, StorageError> {
    let is_admin = is_admin(caller);
    let names = Names::of(tx, &files, is_admin)?;
    let mut described = Vec::new();
    for file in files {
        described.push(MediaFile {
            may_replace: is_replaced_here(&file)
                && (is_admin || media.storage.may_replace(tx, caller, &file)?),
            uses: names.uses(&file.uses),
            is_kept: file.is_kept,
            id: file.id,
            bucket: MediaBucket::of(file.bucket),
            key: file.key,
            name: file.name,
            mime_type: file.mimetype,
            size: file.size,
            width: file.width,
            height: file.height,
            duration: file.duration,
            owner_id: file.owner,
            created_at: file.created_at,
            updated_at: file.updated_at,
        });
    }
    Ok(described)
}

/// Returns `true` if the file is replaced here. A lesson's recording is replaced in the lesson's form, which also
/// updates length, format and captions.
fn is_replaced_here(file: &LibraryFile) -> bool {
    file.bucket == CONTENTS || file.mimetype == "application/pdf"
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    message: String,
}

async fn remove(media: Media, Writer(caller): Writer, file: OneFile) -> Result<Removed, Refusal> {
    let seen = seen(&caller, Some(file.bucket));
    let bucket = seen.first().ok_or(Refused::FileNotFound)?;
    let query = LibraryQuery { key: Some(file.key.clone()), ..LibraryQuery::of(seen, 1) };
    let found = media.db.read(move |tx| ateneu_storage::library(tx, &query)).await?;
    let stored = found.first().ok_or(Refused::FileNotFound)?;
    // An unused file belongs to its uploader, because an open form may hold it.
    if !is_admin(&caller) && stored.uses.is_empty() && stored.owner != caller.user_id {
        return Err(Refused::NotUploader.into());
    }
    let removing = media.storage.remove_unused(bucket, &file.key, Actor::of(&caller));
    if removing.await.map_err(|problem| failed(&problem))? {
        return Ok(Removed { message: "O arquivo foi excluído.".into() });
    }
    Err(Refused::FileInUse.into())
}

/// Files that are unused, too old for an open form, and not kept.
#[derive(Serialize, JsonSchema)]
struct UnusedFiles {
    files: i64,
    /// Total size in bytes.
    bytes: i64,
}

async fn count_unused(media: Media, _: Administrator, _: Nothing) -> Result<UnusedFiles, Refusal> {
    let before = media.clock.now() - FRESH;
    let (files, bytes) = media.db.read(move |tx| ateneu_storage::count_unused(tx, &BUCKETS, before)).await?;
    Ok(UnusedFiles { files, bytes })
}

#[derive(Serialize, JsonSchema)]
struct RemovedFiles {
    removed: usize,
    /// True if another call would remove more.
    has_more: bool,
}

/// Removes a batch of the files that `count-unused-files` counts.
async fn remove_unused(
    media: Media,
    Administrator(actor): Administrator,
    _: Nothing,
) -> Result<RemovedFiles, Refusal> {
    let before = media.clock.now() - FRESH;
    let keys =
        media.db.read(move |tx| ateneu_storage::unused_keys(tx, &BUCKETS, before, MAX_REMOVED)).await?;
    let mut removed = 0;
    for (bucket, key) in &keys {
        let removing = media.storage.remove_unused(bucket, key, actor.clone());
        if removing.await.map_err(|problem| failed(&problem))? {
            removed += 1;
        }
    }
    // A file that cannot be removed would be tried for ever.
    Ok(RemovedFiles { removed, has_more: removed > 0 && keys.len() == MAX_REMOVED })
}

fn failed(problem: &StorageError) -> Refusal {
    tracing::error!(%problem, "the media library does not answer");
    Refusal::internal()
}
