//! Pictures in posts and comments: files of the bucket `community` in the folder of their channel. Readers of a text by
//! their owner that shows them may read them. They move with their post. Those that no text shows are removed after a
//! day.

use ateneu_base::{Caller, Timestamp, ids};
use ateneu_data::{Error, Write};
use ateneu_db::{Error as DbError, Tx};
use ateneu_schema::{
    Bucket, FileRows, Holder, Quota,
    rule::{in_open_channel, is, may_speak, member, nobody, not_blocked, owner, staff},
};
use ateneu_storage::FileFact;

use crate::{
    links,
    rows::{MemberText, Post, TextRow},
    text::{self, Text},
};

const BUCKET: &str = "community";
const MEBIBYTE: u64 = 1024 * 1024;

/// Facts that open files and need more than SQL on the file.
pub const FACTS: [FileFact; 1] = [FileFact { bucket: BUCKET, name: "shown", holds: is_shown }];

/// Returns `true` if a text that the file's owner wrote in the channel of its folder, and that the caller's plan opens,
/// shows it. Others' texts do not count, because a member could open a hidden picture by naming it.
fn is_shown(tx: &mut Tx<'_>, caller: &Caller, key: &str, _: Timestamp) -> Result<bool, DbError> {
    let condition = format!(
        "objects.bucket_id = '{BUCKET}' AND objects.name = $1 AND {}
         AND NOT community_posts.is_hidden
         AND substr(objects.name, 1, length(community_posts.channel_id) + 1) = community_posts.channel_id || '/'",
        tx.dialect().among("community_posts.entitlement", "$2"),
    );
    let sql = format!(
        "SELECT 1 AS found FROM community_pictures p JOIN objects ON objects.name = p.file_key
         JOIN community_posts ON community_posts.id = p.post_id
         WHERE {condition} AND community_posts.author_id = objects.owner AND NOT community_posts.is_deleted
         UNION ALL
         SELECT 1 AS found FROM community_pictures p JOIN objects ON objects.name = p.file_key
         JOIN community_comments ON community_comments.id = p.comment_id
         JOIN community_posts ON community_posts.id = community_comments.post_id
         WHERE {condition} AND community_comments.author_id = objects.owner
           AND NOT community_comments.is_hidden AND NOT community_comments.is_deleted
         LIMIT 1"
    );
    Ok(tx.query_optional(&sql, &[key.into(), caller.facts.entitlement_names()])?.is_some())
}

pub fn bucket() -> Bucket {
    Bucket {
        id: BUCKET,
        public: false,
        file_size_limit: 4 * MEBIBYTE,
        allowed_mime_types: &["image/webp", "image/jpeg", "image/png"],
        quota: Some(Quota { of: Holder::Owner, files: 2_000, bytes: 1024 * MEBIBYTE }),
        rows: Some(FileRows { table: "community_pictures", file: "file_key", thumbnail: "file_key" }),
        facts: &[],
        read: member()
            .and(in_open_channel("folder"))
            .and(owner("owner").or(is("shown", true).and(not_blocked("owner"))))
            .or(staff()),
        cached: nobody(),
        picture_folder: None,
        list: staff(),
        insert: member().and(may_speak()).and(in_open_channel("folder")).or(staff()),
        update: nobody(),
        replace: nobody(),
        delete: member().and(owner("owner")),
    }
}

/// Returns the keys of the pictures in a text.
fn picture_keys(content: &str) -> Vec<String> {
    if content.contains(text::PICTURES_PATH) { Text::of(content).pictures.clone() } else { Vec::new() }
}

/// Stores the pictures of a stored post or comment.
pub fn store_pictures<R: TextRow>(tx: &mut Tx<'_>, write: &Write<'_, R>, new: &R) -> Result<(), Error> {
    let MemberText { id, column, content, .. } = new.text();
    let shown = picture_keys(content);
    if shown == write.old.map(|old| picture_keys(old.text().content)).unwrap_or_default() {
        return Ok(());
    }
    tx.execute(&format!("DELETE FROM community_pictures WHERE {column} = $1"), &[id.into()])?;
    let sql = format!("INSERT INTO community_pictures (id, file_key, {column}) VALUES ($1, $2, $3)");
    for key in shown {
        tx.execute(&sql, &[ids::row_id(write.now).into(), key.into(), id.into()])?;
    }
    Ok(())
}

/// Moves the pictures of a post and its comments to another channel.
pub fn move_along(tx: &mut Tx<'_>, now: Timestamp, old: &Post, new: &mut Post) -> Result<(), Error> {
    if old.channel_id == new.channel_id {
        return Ok(());
    }
    let channels = (old.channel_id.as_str(), new.channel_id.as_str());
    if let Some(content) = moved(tx, now, (&new.author_id, &new.content), channels)? {
        new.content_html = Some(links::html(tx, &content)?);
        new.content = content;
    }
    let comments: Vec<(String, String, String)> = tx.query_as(
        "SELECT id, author_id, content FROM community_comments WHERE post_id = $1 AND content LIKE $2",
        &[(&old.id).into(), format!("%{}{}/%", text::PICTURES_PATH, old.channel_id).into()],
    )?;
    for (id, author, content) in comments {
        if let Some(content) = moved(tx, now, (&author, &content), channels)? {
            let html = links::html(tx, &content)?;
            tx.write(
                "UPDATE community_comments SET content = $2, content_html = $3 WHERE id = $1",
                &[id.into(), content.into(), html.into()],
            )?;
        }
    }
    Ok(())
}

/// Moves the pictures of a text's author and returns the text with their new addresses. Returns `None` if it has none.
fn moved(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (author, content): (&str, &str),
    (from, to): (&str, &str),
) -> Result<Option<String>, Error> {
    let mut text = None;
    for key in picture_keys(content) {
        let Some(name) = key.strip_prefix(&format!("{from}/")) else { continue };
        let other = format!("{to}/{name}");
        if !ateneu_storage::rename_file(tx, BUCKET, author, (&key, &other), now)? {
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
