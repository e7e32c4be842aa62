//! The media library: the files of contents with where they are used, and the removal of those that nothing uses. Which rows
//! name a file the storage knows; what these rows are called their subjects do.

use std::{collections::BTreeMap, time::Duration};

use ateneu_base::{Clock, Timestamp, fold};
use ateneu_db::{Db, Error as DbError, Tx};
use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use ateneu_storage::{Error as StorageError, FileKind, FileUse, LibraryFile, LibraryQuery, Storage};
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const BUCKET: &str = "contents";
/// Files on a page.
const PER_PAGE: usize = 40;
/// Words of a search that count.
const MOST_WORDS: usize = 6;
/// Files that one call removes: each is looked for in all texts once more.
const MOST_REMOVED: usize = 50;
/// What was stored within so much time may be in a form that is still open.
const FRESH: Duration = Duration::from_hours(1);

/// What the media library works on.
#[derive(Clone)]
pub struct Media {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The files.
    pub storage: Storage,
}

/// The server functions of the media library.
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

/// Of which kind.
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
    /// Words of the name.
    search: Option<String>,
    kind: Option<MediaKind>,
    /// Only files that nothing uses.
    unused: Option<bool>,
    /// Where the page before ended.
    after: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct FilesPage {
    files: Vec<MediaFile>,
    /// Where this page ends; none where it is the last one.
    next: Option<String>,
}

/// A file of the media library.
#[derive(Serialize, JsonSchema)]
struct MediaFile {
    id: String,
    key: String,
    /// What it was called where it came from, where that is known.
    name: Option<String>,
    mime_type: String,
    /// Bytes.
    size: i64,
    /// Pixels.
    width: Option<i64>,
    /// Pixels.
    height: Option<i64>,
    /// Seconds.
    duration: Option<i64>,
    owner_id: Option<String>,
    created_at: String,
    /// When its bytes were last replaced.
    updated_at: String,
    uses: Vec<MediaUse>,
}

/// What a use of a file leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum HolderKind {
    Content,
    Course,
}

/// Where in it the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MediaPart {
    Cover,
    File,
    Text,
}

/// A content or course that uses a file.
#[derive(Serialize, JsonSchema)]
struct MediaUse {
    kind: HolderKind,
    id: String,
    /// Empty where it has none yet.
    title: String,
    is_published: bool,
    is_trashed: bool,
    /// Where it stands now, as saved.
    parts: Vec<MediaPart>,
    /// Whether words that are not saved yet use it.
    in_draft: bool,
    /// How many earlier versions use it.
    revisions: i64,
}

async fn list(media: Media, _: Administrator, wanted: ListFiles) -> Result<FilesPage, Refusal> {
    let after = wanted.after.as_deref().filter(|after| !after.is_empty()).map(place).transpose()?;
    let query = LibraryQuery {
        words: fold::search_words(wanted.search.as_deref().unwrap_or_default(), MOST_WORDS),
        kind: wanted.kind.map(|kind| match kind {
            MediaKind::Image => FileKind::Image,
            MediaKind::Video => FileKind::Video,
            MediaKind::Audio => FileKind::Audio,
            MediaKind::Document => FileKind::Document,
        }),
        unused: wanted.unused.unwrap_or_default(),
        after,
        // One more says whether there is another page.
        ..LibraryQuery::of(BUCKET, PER_PAGE + 1)
    };
    let page = media.db.read(move |tx| {
        let mut found = ateneu_storage::library(tx, &query)?;
        let is_last = found.len() <= PER_PAGE;
        found.truncate(PER_PAGE);
        let next = found.last().filter(|_| !is_last).map(|file| format!("{}~{}", file.created_at, file.id));
        Ok::<_, DbError>(FilesPage { files: described(tx, found)?, next })
    });
    Ok(page.await?)
}

/// The place in the list that a page ended at.
fn place(text: &str) -> Result<(Timestamp, String), Refusal> {
    let parts = text.split_once('~').and_then(|(at, id)| Some((Timestamp::parse(at).ok()?, id.to_owned())));
    parts
        .ok_or_else(|| Refusal::invalid_payload("Esta página da lista não existe. Volte ao início da lista."))
}

#[derive(Deserialize, JsonSchema)]
struct OneFile {
    key: String,
}

async fn read_uses(media: Media, _: Administrator, file: OneFile) -> Result<MediaFile, Refusal> {
    let query = LibraryQuery { key: Some(file.key), ..LibraryQuery::of(BUCKET, 1) };
    let found = media.db.read(move |tx| {
        let found = ateneu_storage::library(tx, &query)?;
        Ok::<_, DbError>(described(tx, found)?.into_iter().next())
    });
    found.await?.ok_or_else(missing)
}

/// The files with the names of what uses them.
fn described(tx: &mut Tx<'_>, files: Vec<LibraryFile>) -> Result<Vec<MediaFile>, DbError> {
    let holders = |kind: HolderKind| {
        let of_kind = files.iter().flat_map(|file| &file.uses).filter(|found| kind_of(found) == kind);
        let mut ids: Vec<String> = of_kind.map(|found| found.holder_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let contents = ateneu_publishing::named(tx, &holders(HolderKind::Content))?;
    let courses = ateneu_learning::named(tx, &holders(HolderKind::Course))?;
    let mut names = BTreeMap::new();
    for content in contents {
        names.insert(
            (HolderKind::Content, content.id),
            (content.title, content.is_published, content.is_trashed),
        );
    }
    for course in courses {
        names.insert((HolderKind::Course, course.id), (course.title, course.is_published, false));
    }
    Ok(files
        .into_iter()
        .map(|file| MediaFile {
            uses: uses_of(&file.uses, &names),
            id: file.id,
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
        })
        .collect())
}

fn kind_of(found: &FileUse) -> HolderKind {
    match found.source.as_str() {
        "courses" | "lessons" => HolderKind::Course,
        _ => HolderKind::Content,
    }
}

type Names = BTreeMap<(HolderKind, String), (String, bool, bool)>;

/// One entry for each content or course.
fn uses_of(found: &[FileUse], names: &Names) -> Vec<MediaUse> {
    let mut uses: BTreeMap<(HolderKind, String), MediaUse> = BTreeMap::new();
    for one in found {
        let holder = (kind_of(one), one.holder_id.clone());
        let (title, is_published, is_trashed) = names.get(&holder).cloned().unwrap_or_default();
        let (kind, id) = holder.clone();
        let entry = uses.entry(holder).or_insert_with(|| MediaUse {
            kind,
            id,
            title,
            is_published,
            is_trashed,
            parts: Vec::new(),
            in_draft: false,
            revisions: 0,
        });
        match one.source.as_str() {
            "content_drafts" => entry.in_draft = true,
            // A version that names it as cover and in its text counts twice where both were changed: at least so many.
            "content_revisions" => entry.revisions = entry.revisions.max(one.rows),
            _ => {
                let part = match one.part.as_str() {
                    "cover" => MediaPart::Cover,
                    "file" => MediaPart::File,
                    _ => MediaPart::Text,
                };
                if !entry.parts.contains(&part) {
                    entry.parts.push(part);
                }
            }
        }
    }
    uses.into_values().collect()
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    message: String,
}

async fn remove(
    media: Media,
    Administrator(actor): Administrator,
    file: OneFile,
) -> Result<Removed, Refusal> {
    if media.storage.remove_unused(BUCKET, &file.key, actor).await.map_err(|problem| failed(&problem))? {
        return Ok(Removed { message: "O arquivo foi excluído.".into() });
    }
    let query = LibraryQuery { key: Some(file.key), ..LibraryQuery::of(BUCKET, 1) };
    let found = media.db.read(move |tx| ateneu_storage::library(tx, &query)).await?;
    Err(if found.is_empty() { missing() } else { in_use() })
}

/// Files that nothing uses and that no open form can hold.
#[derive(Serialize, JsonSchema)]
struct UnusedFiles {
    files: i64,
    /// Together.
    bytes: i64,
}

async fn count_unused(media: Media, _: Administrator, _: Nothing) -> Result<UnusedFiles, Refusal> {
    let before = media.clock.now() - FRESH;
    let (files, bytes) = media.db.read(move |tx| ateneu_storage::count_unused(tx, BUCKET, before)).await?;
    Ok(UnusedFiles { files, bytes })
}

#[derive(Serialize, JsonSchema)]
struct RemovedFiles {
    removed: usize,
    /// Whether it is worth calling again.
    has_more: bool,
}

/// Removes some of the files that `count-unused-files` counts.
async fn remove_unused(
    media: Media,
    Administrator(actor): Administrator,
    _: Nothing,
) -> Result<RemovedFiles, Refusal> {
    let before = media.clock.now() - FRESH;
    let keys = media.db.read(move |tx| ateneu_storage::unused_keys(tx, BUCKET, before, MOST_REMOVED)).await?;
    let mut removed = 0;
    for key in &keys {
        if media
            .storage
            .remove_unused(BUCKET, key, actor.clone())
            .await
            .map_err(|problem| failed(&problem))?
        {
            removed += 1;
        }
    }
    // What stayed although nothing was noted of it would be tried for ever.
    Ok(RemovedFiles { removed, has_more: removed > 0 && keys.len() == MOST_REMOVED })
}

fn failed(problem: &StorageError) -> Refusal {
    tracing::error!(%problem, "a file of the media library could not be removed");
    Refusal::internal()
}

fn missing() -> Refusal {
    let message = "O arquivo não existe mais. Atualize a lista.";
    Refusal::new(StatusCode::NOT_FOUND, "file_not_found", message)
}

fn in_use() -> Refusal {
    let message = "O arquivo está em uso, talvez em um rascunho, em uma versão anterior ou na lixeira. Nada foi excluído.";
    Refusal::new(StatusCode::CONFLICT, "file_in_use", message)
}
