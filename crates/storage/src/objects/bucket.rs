//! A bucket: its row, and the rules of its declaration.

use ateneu_base::{Timestamp, Value};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, Bucket as Declared, Quota, Rule, TableRow};
use serde_json::{Value as Json, json};

use crate::{
    Error, FileFact, Storage,
    objects::{
        key::{self, Key},
        mime,
        object::wire_instant,
    },
};

#[derive(Clone)]
pub(crate) struct Bucket {
    pub(crate) id: String,
    pub(crate) public: bool,
    /// Maximum size of a file in bytes, never above the service's own limit.
    pub(crate) limit: u64,
    /// Accepted types. Empty for all.
    pub(crate) types: Vec<String>,
    /// Storage quota of one account.
    pub(crate) quota: Option<Quota>,
    /// True if pictures are stored without metadata.
    pub(crate) cleans_pictures: bool,
    /// Folder for pictures only.
    pub(crate) picture_folder: Option<&'static str>,
    /// SQL facts of a file for the rules.
    pub(crate) facts: &'static [(&'static str, &'static str)],
    /// Other facts of a file for the rules.
    pub(crate) judged: Vec<FileFact>,
    pub(crate) rules: Rules,
}

/// Rules for the files of a bucket.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) read: Rule,
    /// Rule for reading through a URL without a token.
    pub(crate) read_public: Rule,
    /// Rule for caching, among the files that `read_public` opens.
    pub(crate) cached: Rule,
    /// Rule for finding files in listings.
    pub(crate) list: Rule,
    pub(crate) insert: Rule,
    pub(crate) update: Rule,
    /// Rule for replacing a file, in addition to `update`.
    pub(crate) replace: Rule,
    pub(crate) delete: Rule,
}

impl Rules {
    /// Returns the rules of a bucket. One made at run time belongs to the service key, with public URLs at most.
    fn of(declared: Option<&Declared>, public: bool) -> Self {
        let rule =
            |of: fn(&Declared) -> &Rule| declared.map_or(Rule::Nobody, |declared| of(declared).clone());
        Self {
            read: rule(|bucket| &bucket.read),
            read_public: match declared {
                _ if !public => Rule::Nobody,
                Some(declared) => declared.read.clone(),
                None => Rule::Anyone,
            },
            cached: declared.map_or(Rule::Anyone, |declared| declared.cached.clone()),
            list: rule(|bucket| &bucket.list),
            insert: rule(|bucket| &bucket.insert),
            update: rule(|bucket| &bucket.update),
            replace: rule(|bucket| &bucket.replace),
            delete: rule(|bucket| &bucket.delete),
        }
    }
}

/// Row of a bucket.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("buckets")]
pub(crate) struct BucketRow {
    #[key]
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) owner: Option<String>,
    pub(crate) public: bool,
    /// Maximum size of a file in bytes.
    pub(crate) file_size_limit: Option<u64>,
    pub(crate) allowed_mime_types: Option<AsJson<Vec<String>>>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

impl BucketRow {
    pub(crate) fn find(tx: &mut Tx<'_>, id: &str) -> Result<Self, Error> {
        tx.row("WHERE id = $1", &[id.into()])?.ok_or(Error::NoSuchBucket)
    }

    pub(crate) fn wire(&self) -> Json {
        json!({
            "id": self.id,
            "name": self.name,
            "owner": self.owner.as_deref().unwrap_or_default(),
            "public": self.public,
            "file_size_limit": self.file_size_limit,
            "allowed_mime_types": self.allowed_mime_types.as_deref(),
            "created_at": wire_instant(self.created_at),
            "updated_at": wire_instant(self.updated_at),
        })
    }
}

/// Maximum size of a picture in a declared bucket in bytes: the largest of which variants are made.
const MAX_PICTURE_BYTES: u64 = 25 * 1024 * 1024;

impl Bucket {
    /// Returns `true` if pictures of this type are stored without metadata here.
    pub(crate) fn cleans(&self, mimetype: &str) -> bool {
        self.cleans_pictures && mimetype.starts_with("image/")
    }

    /// Returns the maximum size of a file of this type in bytes.
    pub(crate) fn limit_of(&self, mimetype: &str) -> u64 {
        if self.cleans(mimetype) { self.limit.min(MAX_PICTURE_BYTES) } else { self.limit }
    }

    /// Refuses a type that is not accepted under this key.
    pub(crate) fn check_type(&self, key: &Key, mimetype: &str) -> Result<(), Error> {
        let is_fit = self.picture_folder.is_none_or(|pictures| {
            key::folder(key.as_str()) != Some(pictures) || mimetype.starts_with("image/")
        });
        if is_fit && mime::is_listed(&self.types, mimetype) {
            Ok(())
        } else {
            Err(Error::InvalidMimeType(mimetype.to_owned()))
        }
    }

    fn of(storage: &Storage, row: BucketRow) -> Self {
        let most = storage.config().max_file_size;
        let declared = declared(storage, &row.id);
        Self {
            public: row.public,
            limit: row.file_size_limit.map_or(most, |limit| limit.min(most)),
            quota: declared.and_then(|declared| declared.quota),
            cleans_pictures: declared.is_some(),
            picture_folder: declared.and_then(|declared| declared.picture_folder),
            facts: declared.map_or(&[], |declared| declared.facts),
            judged: storage.file_facts().iter().filter(|fact| fact.bucket == row.id).copied().collect(),
            rules: Rules::of(declared, row.public),
            id: row.id,
            types: row.allowed_mime_types.map(|types| types.0).unwrap_or_default(),
        }
    }
}

pub(crate) fn find(storage: &Storage, tx: &mut Tx<'_>, id: &str) -> Result<Bucket, Error> {
    Ok(Bucket::of(storage, BucketRow::find(tx, id)?))
}

/// Returns the declaration of the bucket. Returns `None` for one made at run time.
pub(crate) fn declared<'a>(storage: &'a Storage, id: &str) -> Option<&'a Declared> {
    storage.declared_buckets().iter().find(|declared| declared.id == id)
}

/// Writes the declared buckets into the database.
pub(crate) fn declare(storage: &Storage, tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql =
        "INSERT INTO buckets (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at)
         VALUES ($1, $1, $2, $3, $4, $5, $5)
         ON CONFLICT (id) DO UPDATE SET public = excluded.public, file_size_limit = excluded.file_size_limit,
             allowed_mime_types = excluded.allowed_mime_types";
    for declared in storage.declared_buckets() {
        let limit = i64::try_from(declared.file_size_limit).unwrap_or(i64::MAX);
        let types = Value::Text(json!(declared.allowed_mime_types).to_string());
        let (id, public) = (declared.id.into(), declared.public.into());
        tx.execute(sql, &[id, public, limit.into(), types, storage.now().into()])?;
    }
    Ok(())
}
