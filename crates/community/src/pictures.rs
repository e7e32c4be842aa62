//! Pictures in posts and comments: files of the bucket `community` in the folder of their channel, whose readers may read
//! them. They move with their post; those that no text shows are removed after a day.

use ateneu_base::{Record, ids};
use ateneu_data::{Error, Write};
use ateneu_db::Tx;
use ateneu_schema::{
    Bucket, FileRows, Holder, Quota,
    rule::{in_open_channel, member, nobody, owner, staff},
};
use serde_json::Value as Json;

use crate::text;

const BUCKET: &str = "community";
const MEBIBYTE: u64 = 1024 * 1024;

pub fn bucket() -> Bucket {
    Bucket {
        id: BUCKET,
        public: false,
        file_size_limit: 4 * MEBIBYTE,
        allowed_mime_types: &["image/webp", "image/jpeg", "image/png"],
        quota: Some(Quota { of: Holder::Owner, files: 2_000, bytes: 1024 * MEBIBYTE }),
        without_metadata: true,
        rows: Some(FileRows {
            table: "community_pictures",
            file: "file_key",
            thumbnail: "file_key",
            thumbnail_folder: "",
            facts: &[],
        }),
        read: member().and(in_open_channel("folder")).or(staff()),
        list: staff(),
        insert: member().and(in_open_channel("folder")).or(staff()),
        update: nobody(),
        delete: member().and(owner("owner")).or(staff()),
    }
}

fn field<'r>(row: &'r Record, column: &str) -> &'r str {
    row.get(column).and_then(Json::as_str).unwrap_or_default()
}

/// Notes which pictures a stored post or comment shows. `column` names it: `post_id` or `comment_id`.
pub fn note(tx: &mut Tx<'_>, write: &Write<'_>, row: &Record, column: &'static str) -> Result<(), Error> {
    let shown = text::pictures(field(row, "content"));
    let before = write.old.map(|old| text::pictures(field(old, "content"))).unwrap_or_default();
    if shown == before {
        return Ok(());
    }
    let id = field(row, "id");
    tx.execute(&format!("DELETE FROM community_pictures WHERE {column} = $1"), &[id.into()])?;
    let sql = format!("INSERT INTO community_pictures (id, file_key, {column}) VALUES ($1, $2, $3)");
    for key in shown {
        tx.execute(&sql, &[ids::row_id(write.now).into(), key.into(), id.into()])?;
    }
    Ok(())
}

/// Takes the pictures of a post and its comments along to another channel.
pub fn move_along(tx: &mut Tx<'_>, write: &Write<'_>, old: &Record, new: &mut Record) -> Result<(), Error> {
    let (from, to) = (field(old, "channel_id").to_owned(), field(new, "channel_id").to_owned());
    if from == to {
        return Ok(());
    }
    let channels = (from.as_str(), to.as_str());
    let content = moved(tx, write, (field(new, "author_id"), field(new, "content")), channels)?;
    if let Some(content) = content {
        new.insert("content_html".into(), Json::from(text::html(&content)));
        new.insert("content".into(), Json::from(content));
    }
    let comments = tx.query(
        "SELECT id, author_id, content FROM community_comments WHERE post_id = $1 AND content LIKE $2",
        &[field(old, "id").into(), format!("%{}{from}/%", text::PICTURES_PATH).into()],
    )?;
    for row in comments {
        let written = (row.text("author_id").unwrap_or_default(), row.text("content").unwrap_or_default());
        if let Some(content) = moved(tx, write, written, channels)? {
            tx.write(
                "UPDATE community_comments SET content = $2, content_html = $3 WHERE id = $1",
                &[row.get("id").clone(), content.as_str().into(), text::html(&content).into()],
            )?;
        }
    }
    Ok(())
}

/// The text with the new addresses of its author's pictures, which are moved; none where it has none.
fn moved(
    tx: &mut Tx<'_>,
    write: &Write<'_>,
    (author, content): (&str, &str),
    (from, to): (&str, &str),
) -> Result<Option<String>, Error> {
    let mut text = None;
    for key in text::pictures(content) {
        let Some(name) = key.strip_prefix(&format!("{from}/")) else { continue };
        let other = format!("{to}/{name}");
        if !ateneu_storage::rename_file(tx, BUCKET, author, (&key, &other), write.now)? {
            continue;
        }
        tx.execute(
            "UPDATE community_pictures SET file_key = $2 WHERE file_key = $1",
            &[key.as_str().into(), other.as_str().into()],
        )?;
        let path = |key: &str| format!("{}{key}", text::PICTURES_PATH);
        text = Some(text.unwrap_or_else(|| content.to_owned()).replace(&path(&key), &path(&other)));
    }
    Ok(text)
}
