//! Buckets and files.

use std::{collections::BTreeMap, time::Duration};

use ateneu_base::{Timestamp, ids, number};
use ateneu_storage::{backend::Store, imported_file};
use futures::{StreamExt, TryStreamExt, stream};

use crate::{
    Error,
    bytes::{Copied, FilesFrom, Reader, Skipped, Wanted},
    feed::{Cells, Converted, Feed, Texts},
    merge::{Incoming, Target, digest_of},
    report::{Fate, Report},
    source::Source,
    writer::Writer,
};

/// Number of files that are copied at a time.
const AT_ONCE: usize = 8;
/// Number of files whose rows one transaction writes.
const BATCH: usize = 50;

/// Source and destination of the bytes.
pub(crate) struct Copying<'a> {
    pub(crate) from: &'a FilesFrom,
    pub(crate) store: &'a Store,
    pub(crate) retry: Duration,
    pub(crate) is_applied: bool,
}

/// Name of the space of version ids that are made for files without one.
const VERSIONS: uuid::Uuid = uuid::Uuid::from_u128(0x6b1f_7c1e_0a52_4c0e_9f56_2f0b_7d3a_9e41);

/// Returns the feed of the buckets. Those that are declared here keep their declared limits.
pub(crate) fn buckets(source: &Source, target: Target, declared: Vec<String>) -> Feed {
    let name = "storage.buckets";
    let text =
        |column: &str, expression: &str| (column.to_owned(), source.where_there(name, column, expression));
    let columns = vec![
        text("id", "t.id"),
        text("name", "t.name"),
        text("public", "coalesce(t.public, false)::text"),
        text("file_size_limit", "t.file_size_limit::text"),
        text("allowed_mime_types", "to_jsonb(t.allowed_mime_types)::text"),
        text("created_at", "t.created_at::text"),
        text("updated_at", "t.updated_at::text"),
        text("type", "t.type::text"),
    ];
    Feed {
        name: name.into(),
        target,
        columns,
        from: "storage.buckets t".into(),
        convert: Box::new(move |cells: &Cells<'_>| bucket(cells, &declared)),
        unknown_columns: Vec::new(),
    }
}

const UNDECLARED: &str = "buckets that are not declared here: only the service key writes into them";

fn bucket(cells: &Cells<'_>, declared: &[String]) -> Converted {
    let own = ["id", "name", "public", "file_size_limit", "allowed_mime_types", "created_at", "updated_at"];
    let texts: Texts = own.map(|name| (name, cells.text(name))).into();
    let mut converted = Converted { texts, ..Converted::default() };
    if cells.get("type").is_some_and(|kind| kind != "STANDARD") {
        converted.refused = Some("it is no bucket of files".into());
    } else if !declared.iter().any(|id| cells.get("id") == Some(id)) {
        converted.left_out.push((UNDECLARED, false));
    }
    converted
}

/// Returns the feed of the files' rows.
pub(crate) fn objects(source: &Source, target: Target) -> Feed {
    let name = "storage.objects";
    let text = |column: &str, needs: &str, expression: &str| {
        (column.to_owned(), source.where_there(name, needs, expression))
    };
    let owner = match source.type_of(name, "owner_id") {
        Some(_) => "coalesce(t.owner_id::text, t.owner::text)",
        None => "t.owner::text",
    };
    let columns = vec![
        text("id", "id", "t.id::text"),
        text("bucket_id", "bucket_id", "t.bucket_id"),
        text("name", "name", "t.name"),
        text("owner", "owner", owner),
        text("version", "version", "t.version"),
        text("size", "metadata", "t.metadata->>'size'"),
        text("mimetype", "metadata", "t.metadata->>'mimetype'"),
        text("cache_control", "metadata", "t.metadata->>'cacheControl'"),
        text("etag", "metadata", "t.metadata->>'eTag'"),
        text("user_metadata", "user_metadata", "t.user_metadata::text"),
        text("created_at", "created_at", "t.created_at::text"),
        text("updated_at", "updated_at", "t.updated_at::text"),
        text("last_accessed_at", "last_accessed_at", "t.last_accessed_at::text"),
    ];
    // Former versions of a file stay out.
    let archived = source.where_there(name, "archived_at", "t.archived_at");
    let marker = source.where_there(name, "is_delete_marker", "t.is_delete_marker");
    Feed {
        name: name.into(),
        target,
        columns,
        from: format!("storage.objects t WHERE {archived} IS NULL AND coalesce({marker}, false) = false"),
        convert: Box::new(object),
        unknown_columns: Vec::new(),
    }
}

fn object(cells: &Cells<'_>) -> Converted {
    let own = ["id", "bucket_id", "name", "size", "created_at", "updated_at", "last_accessed_at"];
    let mut texts: Texts = own.map(|name| (name, cells.text(name))).into();
    let metadata = cells.get("user_metadata").filter(|text| text.starts_with('{')).map(str::to_owned);
    texts.extend([
        ("owner", cells.get("owner").and_then(ids::parse_uuid)),
        ("version", Some(version(cells))),
        ("etag", etag(cells)),
        ("user_metadata", metadata),
    ]);
    let [name, mimetype, cache] =
        ["name", "mimetype", "cache_control"].map(|name| cells.get(name).unwrap_or_default());
    match imported_file(name, mimetype, cache) {
        Ok(file) => {
            texts.extend([
                ("mimetype", Some(file.mimetype.to_owned())),
                ("cache_control", Some(file.cache_control)),
            ]);
            Converted { texts, ..Converted::default() }
        }
        Err(error) => Converted { texts, refused: Some(error.to_string()), ..Converted::default() },
    }
}

/// Returns the version here: that of the project or, for files from before versions existed, one that follows from the row.
fn version(cells: &Cells<'_>) -> String {
    cells.get("version").and_then(ids::parse_uuid).unwrap_or_else(|| {
        let parts = ["id", "bucket_id", "name", "version", "updated_at"]
            .map(|name| cells.get(name).unwrap_or_default());
        uuid::Uuid::new_v5(&VERSIONS, parts.join("\n").as_bytes()).to_string()
    })
}

/// Returns the entity tag without its quotes. Returns `None` if it is unusual.
fn etag(cells: &Cells<'_>) -> Option<String> {
    let etag = cells.get("etag")?.trim_matches('"');
    let is_plain = (1..=100).contains(&etag.len())
        && etag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_plain.then(|| etag.to_owned())
}

/// Returns the MD5 of a file whose entity tag is one. Those of files in parts have a `-`.
fn md5_of(etag: Option<&str>) -> Option<String> {
    let is_md5 = |etag: &&str| etag.len() == 32 && etag.bytes().all(|byte| byte.is_ascii_hexdigit());
    etag.filter(is_md5).map(str::to_ascii_lowercase)
}

/// Fails if the disk has too little room for the files.
async fn check_room(source: &Source, target: &Target, writer: &Writer, store: &Store) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::SourceFiles(error.to_string());
    let Some(free) = store.free_space().map_err(failed)? else { return Ok(()) };
    let there = source
        .number("SELECT coalesce(sum((metadata->>'size')::numeric), 0)::text FROM storage.objects")
        .await?;
    let name = target.table.name;
    let here: u64 = writer
        .run(move |tx| {
            Ok(tx.query_one_as(
                &format!("SELECT CAST(coalesce(sum(size), 0) AS bigint) AS size FROM {name}"),
                &[],
            )?)
        })
        .await?;
    let needed = there.saturating_sub(here);
    if needed > free { Err(Error::NoRoom { needed, free }) } else { Ok(()) }
}

/// Imports the files: first the bytes of each, then its row. Files that are here are not copied again.
pub(crate) async fn run(
    feed: &Feed,
    source: &Source,
    (writer, report, place): (&Writer, &mut Report, usize),
    copying: &Copying<'_>,
) -> Result<(), Error> {
    check_room(source, &feed.target, writer, copying.store).await?;
    let buckets = buckets_of(writer).await?;
    let reader = Reader::open(copying.from, &buckets, copying.retry).await?;
    let names: Vec<String> = feed.columns.iter().map(|(name, _)| name.clone()).collect();
    source.begin_rows(&feed.select()).await?;
    let mut replaced = Vec::new();
    loop {
        let page = source.page(BATCH).await?;
        if page.is_empty() {
            return Ok(());
        }
        report.tables[place].source += page.len() as u64;
        let mut rows = Vec::new();
        for texts in &page {
            let cells = Cells::new(&names, texts);
            let mut converted = object(&cells);
            if converted.refused.is_none()
                && !buckets.iter().any(|bucket| cells.get("bucket_id") == Some(bucket))
            {
                converted.refused = Some("its bucket is not here".into());
            }
            rows.push((wanted(&cells), converted, digest_of(texts)));
        }
        let rows = copy_new(feed, &reader, (writer, copying), rows).await?;
        let mut incoming = Vec::new();
        for (row, moved) in rows {
            report.bytes += moved;
            incoming.push(row);
        }
        let (target, former) = (feed.target.clone(), versions(writer, &incoming).await?);
        for (key, fate) in writer.run(move |tx| target.merge(tx, incoming)).await? {
            if let Some(version) = former.get(&key).filter(|_| fate == Fate::Changed && copying.is_applied) {
                replaced.push(version.clone());
            }
            // A file's row names its bucket alone, which is here.
            let fate = match fate {
                Fate::Waiting(reason) => Fate::Skipped(reason),
                other => other,
            };
            report.count(place, &key, &fate)?;
        }
        remove_replaced(writer, copying.store, &mut replaced, feed.target.now).await?;
    }
}

/// Returns the versions that files with these keys have here.
async fn versions(writer: &Writer, incoming: &[Incoming]) -> Result<BTreeMap<String, String>, Error> {
    let keys: Vec<String> = incoming.iter().map(|row| row.key.clone()).collect();
    let keys = serde_json::Value::from(keys).to_string();
    let read = writer.run(move |tx| {
        let sql = format!("SELECT id, version FROM objects WHERE {}", tx.dialect().among("id", "$1"));
        Ok(tx.query_as::<(String, String)>(&sql, &[keys.into()])?)
    });
    Ok(read.await?.into_iter().collect())
}

/// Removes the bytes of replaced files that no row names, unless a backup holds them.
async fn remove_replaced(
    writer: &Writer,
    store: &Store,
    replaced: &mut Vec<String>,
    now: Timestamp,
) -> Result<(), Error> {
    for version in replaced.drain(..) {
        let name = version.clone();
        let read = writer.run(move |tx| {
            let sql = "SELECT 1 AS used FROM objects WHERE version = $1
                       UNION ALL SELECT 1 FROM storage_holds WHERE until >= $2 LIMIT 1";
            Ok(tx.query_optional(sql, &[name.into(), now.into()])?.is_some())
        });
        if !read.await? {
            store.remove_version(&version).await;
        }
    }
    Ok(())
}

async fn buckets_of(writer: &Writer) -> Result<Vec<String>, Error> {
    writer.run(|tx| Ok(tx.query_as("SELECT id FROM buckets ORDER BY id", &[])?)).await
}

fn wanted(cells: &Cells<'_>) -> Wanted {
    let text = |name: &str| cells.text(name).unwrap_or_default();
    Wanted {
        bucket: text("bucket_id"),
        name: text("name"),
        version: cells.text("version").filter(|version| !version.is_empty()),
        stored_as: version(cells),
        size: cells.get("size").and_then(number::parse).and_then(|size| u64::try_from(size).ok()),
        md5: md5_of(etag(cells).as_deref()),
    }
}

/// Copies the bytes of the rows that are new or changed. Returns all rows, each with the number of copied bytes.
async fn copy_new(
    feed: &Feed,
    reader: &Reader,
    (writer, copying): (&Writer, &Copying<'_>),
    rows: Vec<(Wanted, Converted, String)>,
) -> Result<Vec<(Incoming, u64)>, Error> {
    let keys: Vec<(String, String)> = rows
        .iter()
        .map(|(_, converted, digest)| (feed.incoming(converted, String::new()).key, digest.clone()))
        .collect();
    let target = feed.target.clone();
    let recorded = writer.run(move |tx| target.recorded(tx, &keys)).await?;
    let copies =
        rows.into_iter().zip(recorded).map(|((wanted, mut converted, digest), is_recorded)| async move {
            let is_copied = copying.is_applied && converted.refused.is_none() && !is_recorded;
            let mut copied: Result<Option<Copied>, Skipped> = Ok(None);
            if is_copied {
                copied = reader.copy(&wanted, copying.store).await?.map(Some);
            }
            match copied {
                Ok(Some(copied)) => {
                    complete(&mut converted.texts, Some(copied.size), &copied.sha256);
                    let row = Incoming { sha256: Some(copied.sha256), ..feed.incoming(&converted, digest) };
                    Ok::<_, Error>((row, copied.moved))
                }
                Ok(None) => {
                    // A trial copies nothing, so that a size the project does not know is unknown.
                    complete(&mut converted.texts, None, "unknown");
                    Ok((feed.incoming(&converted, digest), 0))
                }
                Err(reason) => {
                    converted.refused = Some(reason);
                    Ok((feed.incoming(&converted, digest), 0))
                }
            }
        });
    stream::iter(copies).buffered(AT_ONCE).try_collect().await
}

/// Adds what the project does not know of a file.
fn complete(texts: &mut Texts, size: Option<u64>, sha256: &str) {
    for (name, text) in texts {
        if text.is_none() {
            match *name {
                "size" => *text = Some(size.unwrap_or_default().to_string()),
                "etag" => *text = Some(sha256.chars().take(32).collect()),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_md5_is_compared() {
        let md5 = "9E107D9D372BB6826BD81D3542A419D6";
        assert_eq!(md5_of(Some(md5)).unwrap(), md5.to_lowercase());
        for other in
            ["", "9e107d9d372bb6826bd81d3542a419d6-2", "w/9e107d9d372bb6826bd81d3542a419", "mtime-12"]
        {
            assert_eq!(md5_of(Some(other)), None, "{other}");
        }
        assert_eq!(md5_of(None), None);
    }
}
