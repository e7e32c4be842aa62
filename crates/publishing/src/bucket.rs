//! The bucket of files of contents.

use ateneu_schema::{
    Bucket, FileRows,
    rule::{admin, is, subscriber, writer},
};

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
        // A stored file may be one that readers see: an editor sends another one.
        update: admin(),
        delete: admin(),
    }
}
