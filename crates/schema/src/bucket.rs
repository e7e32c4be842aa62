//! Buckets: where files live, and who may do what with them. They are declared, not created at run time.

use crate::Rule;

/// A declared bucket. Its rules read a row of the file's own facts:
/// `owner`, `folder` (first path segment), `published`, `member_only`, `thumbnail` (truths about the content the
/// file belongs to; all false when it belongs to none).
#[derive(Clone, Debug)]
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
