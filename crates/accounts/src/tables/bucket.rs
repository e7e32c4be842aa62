//! The bucket of profile pictures.

use ateneu_schema::{
    Bucket, Quota,
    rule::{admin, anyone, moderator, owner},
};

/// The declaration.
pub fn bucket() -> Bucket {
    Bucket {
        id: "avatars",
        public: true,
        file_size_limit: 5 * 1024 * 1024,
        allowed_mime_types: &["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
        // One picture is shown; the next is put beside it before the former goes.
        quota: Some(Quota { files: 3, bytes: 10 * 1024 * 1024 }),
        rows: None,
        read: anyone(),
        list: owner("folder").or(moderator()).or(admin()),
        insert: owner("folder"),
        update: owner("folder"),
        delete: owner("folder").or(moderator()).or(admin()),
    }
}
