//! The buckets files live in, and who may do what with the files. Buckets are declared, not made at run time.

use ateneu_base::{
    Rule,
    rule::{admin, anyone, is, moderator, owner, subscriber},
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
    /// How much one account may keep; none where only staff adds files.
    pub quota: Option<Quota>,
    /// Who may read a file.
    pub read: Rule,
    /// Who may find a file without knowing its name.
    pub list: Rule,
    /// Who may add a file.
    pub insert: Rule,
    /// Who may replace or move a file.
    pub update: Rule,
    /// Who may remove a file.
    pub delete: Rule,
}

/// What the first folder of a bucket, which is an account's own, may hold.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    /// The most files.
    pub files: u32,
    /// The most bytes of all of them together.
    pub bytes: u64,
}

/// Every bucket.
pub fn buckets() -> Vec<Bucket> {
    let contents = is("thumbnail", true)
        .or(is("published", true).and(is("member_only", false).or(subscriber())))
        .or(admin());
    vec![
        Bucket {
            id: "contents",
            public: true,
            file_size_limit: 2 * 1024 * 1024 * 1024,
            allowed_mime_types: &["image/*", "video/*", "audio/*", "application/pdf"],
            quota: None,
            read: contents.clone(),
            list: contents,
            insert: admin(),
            update: admin(),
            delete: admin(),
        },
        Bucket {
            id: "avatars",
            public: true,
            file_size_limit: 5 * 1024 * 1024,
            allowed_mime_types: &["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
            // One picture is shown; the next is put beside it before the former goes.
            quota: Some(Quota { files: 3, bytes: 10 * 1024 * 1024 }),
            read: anyone(),
            list: owner("folder").or(moderator()).or(admin()),
            insert: owner("folder"),
            update: owner("folder"),
            delete: owner("folder").or(moderator()).or(admin()),
        },
    ]
}
