//! The bucket of recordings and documents of lessons.

use ateneu_base::{Record, Value};
use ateneu_data::text_of;
use ateneu_schema::{
    Bucket, FileRows, object_key,
    rule::{admin, is, subscriber},
};

/// The bucket's name.
pub const BUCKET: &str = "courses";

/// SQL: the lesson and its course are published.
const PUBLISHED: &str = "lessons.is_published AND EXISTS (
    SELECT 1 FROM courses WHERE courses.id = lessons.course_id AND courses.is_published)";
/// SQL: the caller has opened the lesson, which only those may to whom it is open.
const OPENED: &str = "EXISTS (
    SELECT 1 FROM lesson_progress WHERE lesson_progress.lesson_id = lessons.id AND lesson_progress.user_id = $3)";

/// Files of lessons. A sample is open to everybody, all others to subscribers who have opened the lesson.
pub fn bucket() -> Bucket {
    let read =
        is("published", true).and(is("sample", true).or(subscriber().and(is("opened", true)))).or(admin());
    Bucket {
        id: BUCKET,
        // Its public addresses give visitors what the rule gives them: samples.
        public: true,
        file_size_limit: 2 * 1024 * 1024 * 1024,
        allowed_mime_types: &["video/mp4", "audio/*", "application/pdf"],
        quota: None,
        without_metadata: false,
        rows: Some(FileRows {
            table: "lessons",
            file: "file_key",
            thumbnail: "thumbnail_key",
            thumbnail_folder: "thumbnails",
            facts: &[("published", PUBLISHED), ("sample", "is_sample"), ("opened", OPENED)],
        }),
        read,
        list: admin(),
        insert: admin(),
        update: admin(),
        replace: None,
        delete: admin(),
    }
}

/// Which stored file `file_url` names.
pub fn file_key(row: &Record) -> Value {
    object_key(BUCKET, text_of(row, "file_url").unwrap_or_default()).into()
}
