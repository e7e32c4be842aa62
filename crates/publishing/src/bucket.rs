//! The bucket of files of contents.

use ateneu_schema::{
    Bucket, ByUses, FileRows,
    rule::{admin, editor, is, publishes, subscriber, writer},
};

/// SQL: every content that uses the file, also by its draft or an earlier version, is the caller's own. A course or lesson is
/// nobody's.
const OWN: &str = "NOT EXISTS (
        SELECT 1 FROM file_uses u LEFT JOIN contents c ON c.id = u.holder_id
        LEFT JOIN content_drafts d ON d.content_id = u.holder_id
        WHERE u.bucket_id = $1 AND u.file_key = $2
          AND (u.source NOT IN ('contents', 'content_drafts', 'content_revisions')
               OR coalesce(CASE WHEN c.id IS NULL THEN d.author_id ELSE c.author_id END, '') <> $3))
    AND NOT EXISTS (
        SELECT 1 FROM contents c WHERE (c.file_key = $2 OR c.thumbnail_key = $2) AND coalesce(c.author_id, '') <> $3)";
/// SQL: no content that uses the file is published or will be at a time.
const UNSEEN: &str = "NOT EXISTS (
        SELECT 1 FROM file_uses u JOIN contents c ON c.id = u.holder_id
        WHERE u.bucket_id = $1 AND u.file_key = $2 AND (c.is_published OR c.publish_at IS NOT NULL))
    AND NOT EXISTS (
        SELECT 1 FROM contents c WHERE (c.file_key = $2 OR c.thumbnail_key = $2)
          AND (c.is_published OR c.publish_at IS NOT NULL))";

pub fn bucket() -> Bucket {
    let contents = is("thumbnail", true)
        .or(is("published", true).and(is("member_only", false).or(subscriber())))
        .or(writer());
    Bucket {
        id: "contents",
        public: true,
        file_size_limit: 2 * 1024 * 1024 * 1024,
        allowed_mime_types: &["image/*", "video/*", "audio/*", "application/pdf"],
        quota: None,
        without_metadata: false,
        rows: Some(FileRows {
            table: "contents",
            file: "file_key",
            thumbnail: "thumbnail_key",
            thumbnail_folder: "thumbnails",
            facts: &[("published", "is_published"), ("member_only", "is_member_only")],
        }),
        read: contents.clone(),
        list: contents,
        insert: writer(),
        update: admin(),
        // Who may change what shows the file, wherever it is shown.
        replace: Some(ByUses {
            facts: &[("own", OWN), ("unseen", UNSEEN)],
            rule: editor().and(is("own", true)).and(publishes().or(is("unseen", true))),
        }),
        delete: admin(),
    }
}
