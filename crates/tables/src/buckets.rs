//! The buckets files live in, and who may do what with the files. Buckets are declared, not made at run time.

use ateneu_base::{
    Rule,
    rule::{admin, anyone, is, owner, subscriber},
};

/// A declared bucket. Its rules read a row of the file's own facts:
/// `owner`, `folder` (first path segment), `published`, `member_only`, `thumbnail` (truths about the content the
/// file belongs to; all false when it belongs to none).
pub struct Bucket {
    /// Id and name.
    pub id: &'static str,
    /// Has addresses that need no token (rules still apply).
    pub public: bool,
    /// Largest accepted file in bytes.
    pub file_size_limit: u64,
    /// Accepted types; `image/*` stands for a family.
    pub allowed_mime_types: &'static [&'static str],
    /// Who may read a file.
    pub read: Rule,
    /// Who may add a file.
    pub insert: Rule,
    /// Who may replace or move a file.
    pub update: Rule,
    /// Who may remove a file.
    pub delete: Rule,
}

/// Every bucket.
pub fn buckets() -> Vec<Bucket> {
    vec![
        Bucket {
            id: "contents",
            public: true,
            file_size_limit: 2 * 1024 * 1024 * 1024,
            allowed_mime_types: &["image/*", "video/*", "audio/*", "application/pdf"],
            read: is("thumbnail", true)
                .or(is("published", true).and(is("member_only", false).or(subscriber())))
                .or(admin()),
            insert: admin(),
            update: admin(),
            delete: admin(),
        },
        Bucket {
            id: "avatars",
            public: true,
            file_size_limit: 5 * 1024 * 1024,
            allowed_mime_types: &["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
            read: anyone(),
            insert: owner("folder"),
            update: owner("folder"),
            delete: owner("folder"),
        },
    ]
}
