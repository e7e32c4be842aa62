//! The bucket of recordings and documents of lessons.

use ateneu_base::{Record, Value};
use ateneu_schema::{
    Bucket, FileRows, object_key,
    rule::{admin, is, subscriber},
};
use serde_json::Value as Json;

/// The bucket's name.
pub const BUCKET: &str = "courses";

/// Files of lessons. A sample is open to everybody, all others to subscribers who know the key: `open_lesson` says it to
/// whom the lesson is open.
pub fn bucket() -> Bucket {
    let read = is("published", true).and(is("sample", true).or(subscriber())).or(admin());
    Bucket {
        id: BUCKET,
        public: false,
        file_size_limit: 2 * 1024 * 1024 * 1024,
        allowed_mime_types: &["video/mp4", "audio/*", "application/pdf"],
        quota: None,
        without_metadata: false,
        rows: Some(FileRows {
            table: "lessons",
            file: "file_key",
            thumbnail: "thumbnail_key",
            thumbnail_folder: "thumbnails",
            facts: &[("published", "is_published"), ("sample", "is_sample")],
        }),
        read,
        list: admin(),
        insert: admin(),
        update: admin(),
        delete: admin(),
    }
}

/// Which stored file `file_url` names.
pub fn file_key(row: &Record) -> Value {
    object_key(BUCKET, row.get("file_url").and_then(Json::as_str).unwrap_or_default()).into()
}
