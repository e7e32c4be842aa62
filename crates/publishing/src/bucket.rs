//! The bucket of files of contents: each file is as open as the contents that use it.

use ateneu_base::{Caller, Entitlement, Timestamp};
use ateneu_db::{Error as DbError, Tx};
use ateneu_schema::{
    Bucket, FileRows,
    rule::{admin, editor, is, publishes, subscriber, writer},
};
use ateneu_storage::FileFact;

/// Folder of covers, which are open before they are used.
pub const COVERS: &str = "thumbnails";
/// Folder of pictures in texts.
pub const PICTURES: &str = "pictures";

/// SQL: the file is the cover of a published content or of a course, or a picture in the folder of covers that no text
/// shows. Old pictures of closed texts lie in that folder, too.
const COVER: &str = "EXISTS (
        SELECT 1 FROM contents c WHERE c.thumbnail_key = file.name AND c.is_published)
    OR (substr(file.name, 1, 11) = 'thumbnails/' AND (NOT EXISTS (
            SELECT 1 FROM file_uses u
            WHERE u.bucket_id = file.bucket_id AND u.file_key = file.name AND u.part <> 'cover')
        OR EXISTS (
            SELECT 1 FROM file_uses u
            WHERE u.bucket_id = file.bucket_id AND u.file_key = file.name AND u.part = 'cover'
              AND u.source = 'courses')))";
/// SQL: a published content for everybody has the file, or shows it in its open text. The file of a content does not open by
/// a text, because a link in an open one would open an exclusive recording.
const OPEN: &str = "EXISTS (
        SELECT 1 FROM contents c WHERE c.file_key = file.name AND c.is_published AND NOT c.is_member_only
          AND (c.visible_from IS NULL OR c.visible_from <= file.now))
    OR EXISTS (
        SELECT 1 FROM file_uses u JOIN contents c ON c.id = u.row_id
        WHERE u.bucket_id = file.bucket_id AND u.file_key = file.name AND u.source = 'contents'
          AND c.is_published AND NOT c.is_member_only AND (c.visible_from IS NULL OR c.visible_from <= file.now)
          AND (NOT c.has_member_part OR u.part = 'open')
          AND NOT EXISTS (SELECT 1 FROM contents f WHERE f.file_key = file.name))";
/// SQL: the caller has stored the file, and owns every content that uses it, also in a draft or an earlier version.
/// Courses and lessons have no owner. A mention in an own draft proves nothing, because any draft may mention the file.
const OWN: &str = "EXISTS (
        SELECT 1 FROM objects o
        WHERE o.bucket_id = file.bucket_id AND o.name = file.name AND o.owner = file.caller)
    AND NOT EXISTS (
        SELECT 1 FROM file_uses u LEFT JOIN contents c ON c.id = u.holder_id
        LEFT JOIN content_drafts d ON d.content_id = u.holder_id
        WHERE u.bucket_id = file.bucket_id AND u.file_key = file.name
          AND (u.source NOT IN ('contents', 'content_drafts', 'content_revisions')
               OR coalesce(CASE WHEN c.id IS NULL THEN d.author_id ELSE c.author_id END, '') <> file.caller))
    AND NOT EXISTS (
        SELECT 1 FROM contents c
        WHERE (c.file_key = file.name OR c.thumbnail_key = file.name) AND coalesce(c.author_id, '') <> file.caller)";
/// SQL: no content that uses the file is published or scheduled.
const UNSEEN: &str = "NOT EXISTS (
        SELECT 1 FROM file_uses u JOIN contents c ON c.id = u.holder_id
        WHERE u.bucket_id = file.bucket_id AND u.file_key = file.name
          AND (c.is_published OR c.publish_at IS NOT NULL))
    AND NOT EXISTS (
        SELECT 1 FROM contents c WHERE (c.file_key = file.name OR c.thumbnail_key = file.name)
          AND (c.is_published OR c.publish_at IS NOT NULL))";

/// Facts that open files and need more than SQL on the file.
pub const FACTS: [FileFact; 2] = [
    FileFact { bucket: "contents", name: "entitled", holds: is_entitled },
    FileFact { bucket: "contents", name: "under_review", holds: is_under_review },
];

/// Returns `true` if a published content that the caller may read has the file, or shows it in its text.
fn is_entitled(tx: &mut Tx<'_>, caller: &Caller, key: &str, now: Timestamp) -> Result<bool, DbError> {
    let facts = &caller.facts;
    let held = tx.dialect().among("c.entitlement", "$4");
    let sql = format!(
        "SELECT 1 AS found FROM contents c
         WHERE c.id IN (
                 SELECT f.id FROM contents f WHERE f.file_key = $1
                 UNION ALL SELECT u.row_id FROM file_uses u
                 WHERE u.bucket_id = 'contents' AND u.file_key = $1 AND u.source = 'contents'
                   AND NOT EXISTS (SELECT 1 FROM contents f WHERE f.file_key = $1))
           AND c.is_published AND ($3 OR c.visible_from IS NULL OR c.visible_from <= $2)
           AND ((NOT c.is_member_only AND NOT c.has_member_part) OR {held})
         LIMIT 1"
    );
    let parameters =
        [key.into(), now.into(), facts.holds(Entitlement::EarlyAccess).into(), facts.entitlement_names()];
    Ok(tx.query_optional(&sql, &parameters)?.is_some())
}

/// Returns `true` for pictures of a text behind a valid review link, whose visitors have no account. Those of published
/// exclusive texts stay closed, and so do files with another use, which a draft must not open.
fn is_under_review(tx: &mut Tx<'_>, _: &Caller, key: &str, now: Timestamp) -> Result<bool, DbError> {
    let sql = "SELECT 1 AS found FROM file_uses u JOIN content_review_links l ON l.content_id = u.holder_id
             LEFT JOIN contents c ON c.id = u.holder_id
             WHERE u.bucket_id = 'contents' AND u.file_key = $1 AND l.expires_at > $2
               AND (substr(u.file_key, 1, 9) = 'pictures/' OR substr(u.file_key, 1, 11) = 'thumbnails/')
               AND NOT EXISTS (
                   SELECT 1 FROM file_uses o
                   WHERE o.bucket_id = 'contents' AND o.file_key = $1 AND o.holder_id <> l.content_id)
               AND NOT EXISTS (SELECT 1 FROM contents f WHERE f.file_key = $1)
               AND u.source IN ('contents', 'content_drafts')
               AND (c.id IS NULL OR (c.trashed_at IS NULL
                    AND NOT (c.is_published AND (c.is_member_only OR (c.has_member_part AND u.part <> 'open')))))
               AND EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = l.author_id AND r.role IN ('admin', 'editor'))
             LIMIT 1";
    Ok(tx.query_optional(sql, &[key.into(), now.into()])?.is_some())
}

pub fn bucket() -> Bucket {
    let cover = is("cover", true);
    Bucket {
        id: "contents",
        public: true,
        file_size_limit: 2 * 1024 * 1024 * 1024,
        allowed_mime_types: &[
            "image/png",
            "image/jpeg",
            "image/webp",
            "image/gif",
            "image/avif",
            "video/*",
            "audio/*",
            "application/pdf",
        ],
        quota: None,
        rows: Some(FileRows { table: "contents", file: "file_key", thumbnail: "thumbnail_key" }),
        facts: &[("cover", COVER), ("open", OPEN), ("own", OWN), ("unseen", UNSEEN)],
        read: cover
            .clone()
            .or(is("open", true))
            .or(subscriber().and(is("entitled", true)))
            // The fact covers courses and lessons whose texts show the picture.
            .or(is("in_course", true))
            .or(is("under_review", true))
            .or(writer()),
        cached: cover,
        picture_folder: Some(COVERS),
        list: writer(),
        insert: writer(),
        update: admin(),
        // The caller must be able to change all contents that show the file.
        replace: editor().and(is("own", true)).and(publishes().or(is("unseen", true))),
        delete: admin(),
    }
}
