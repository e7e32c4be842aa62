//! Buckets: storage of files, with the rights on them. They are declared, not created at run time.

use percent_encoding::percent_decode_str;

use crate::Rule;

/// A declared bucket. Its rules read a record of the file: `owner`, `folder` (first path segment) and the facts of the
/// bucket, which are read at each use. An undeclared fact is false.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// Id and name.
    pub id: &'static str,
    /// True if files have URLs without a token. Rules still apply.
    pub public: bool,
    /// Maximum size of a file in bytes.
    pub file_size_limit: u64,
    /// Accepted types; `image/*` stands for a family.
    pub allowed_mime_types: &'static [&'static str],
    /// Storage quota of one account, which also defines the account's own files. `None` if only staff adds files.
    pub quota: Option<Quota>,
    /// The rows that its files belong to. `None` if a file stands for itself.
    pub rows: Option<FileRows>,
    /// Facts of a file that the rules may read beside owner and folder. Each is a name with a condition in SQL over
    /// `file`, which has the columns `bucket_id`, `name`, `caller` and `now`. Modules add facts from other sources
    /// (`Module::file_facts`).
    pub facts: &'static [(&'static str, &'static str)],
    /// Callers who may read a file.
    pub read: Rule,
    /// Files that caches may keep for the time that the uploader set, if visitors may read them.
    pub cached: Rule,
    /// A folder for pictures only, which the rules may open to everybody.
    pub picture_folder: Option<&'static str>,
    /// Callers who may find a file without knowing its name.
    pub list: Rule,
    /// Callers who may add a file.
    pub insert: Rule,
    /// Callers who may replace or move a file.
    pub update: Rule,
    /// Further callers who may replace a file.
    pub replace: Rule,
    /// Callers who may remove a file.
    pub delete: Rule,
}

/// The rows that name the files of a bucket. Pages show the pictures among these files, so their usual sizes are made
/// at the upload. A file that neither a row nor a text ([`crate::Table::file_addresses`]) names is removed.
#[derive(Clone, Copy, Debug)]
pub struct FileRows {
    /// The table.
    pub table: &'static str,
    /// Column with the key of a row's file.
    pub file: &'static str,
    /// Column with the key of a row's thumbnail.
    pub thumbnail: &'static str,
}

/// Files that a quota counts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The files of the first folder, which belongs to one account.
    Folder,
    /// The files that one account has stored, in any folder.
    Owner,
}

/// Storage quota of one account in a bucket.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    /// Files that are counted.
    pub of: Holder,
    /// Maximum number of files.
    pub files: u32,
    /// Maximum number of bytes of all files together.
    pub bytes: u64,
}

/// Returns the key of the bucket's file that an address of `/storage/v1/object` names. Returns `None` if it names no
/// such file.
pub fn object_key(bucket: &str, address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next()?;
    let (_, rest) = path.split_once("/storage/v1/object/")?;
    let rest =
        ["public/", "authenticated/", "sign/"].iter().find_map(|way| rest.strip_prefix(way)).unwrap_or(rest);
    let key = rest.strip_prefix(bucket)?.strip_prefix('/')?;
    (!key.is_empty()).then(|| percent_decode_str(key).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_url_names_a_file_of_its_bucket_only() {
        let key = |address: &str| object_key("contents", address);
        let ours = "https://ateneu.example/storage/v1/object/public/contents/video/1-2.mp4?download";
        assert_eq!(key(ours).as_deref(), Some("video/1-2.mp4"));
        let spaced = "/storage/v1/object/public/contents/pdf/guia%20(2).pdf";
        assert_eq!(key(spaced).as_deref(), Some("pdf/guia (2).pdf"));
        for other in ["https://elsewhere.example/video.mp4", "/storage/v1/object/public/avatars/a.png", ""] {
            assert_eq!(key(other), None, "{other}");
        }
    }
}
