//! A bucket: its row, and the rules of its declaration.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Tx, json_column};
use ateneu_schema::{Bucket as Declared, Quota, Rule};
use serde::Deserialize;
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
    /// Bytes; never above the service's own limit.
    pub(crate) limit: u64,
    /// Accepted types; empty accepts all.
    pub(crate) types: Vec<String>,
    /// Storage quota of one account.
    pub(crate) quota: Option<Quota>,
    /// Pictures are stored without what is not needed to show them.
    pub(crate) cleans_pictures: bool,
    /// Takes pictures only.
    pub(crate) picture_folder: Option<&'static str>,
    /// Facts of a file that the rules read, in SQL.
    pub(crate) facts: &'static [(&'static str, &'static str)],
    /// Facts of a file that the rules read beside those in SQL.
    pub(crate) judged: Vec<FileFact>,
    pub(crate) rules: Rules,
    pub(crate) wire: Json,
}

/// The rules of what callers may do with its files.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) read: Rule,
    /// Reading through an address that needs no token.
    pub(crate) read_public: Rule,
    /// Files, among those that `read_public` opens, that caches may keep.
    pub(crate) cached: Rule,
    /// Finding files in listings.
    pub(crate) list: Rule,
    pub(crate) insert: Rule,
    pub(crate) update: Rule,
    /// Replacing a file, beside those whom `update` admits.
    pub(crate) replace: Rule,
    pub(crate) delete: Rule,
}

impl Rules {
    /// A bucket made at run time belongs to the service key; only its public addresses, if any, are open to everyone.
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

/// The row of a bucket.
#[derive(Deserialize)]
struct Stored {
    id: String,
    name: String,
    owner: Option<String>,
    public: bool,
    file_size_limit: Option<u64>,
    #[serde(deserialize_with = "json_column")]
    allowed_mime_types: Option<Vec<String>>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// The largest picture of a declared bucket, in bytes: as large as one whose sizes are made.
const MAX_PICTURE_BYTES: u64 = 25 * 1024 * 1024;

impl Bucket {
    /// Returns `true` if pictures of this type are stored without metadata here.
    pub(crate) fn cleans(&self, mimetype: &str) -> bool {
        self.cleans_pictures && mimetype.starts_with("image/")
    }

    /// The largest file of this type, in bytes.
    pub(crate) fn limit_of(&self, mimetype: &str) -> u64 {
        if self.cleans(mimetype) { self.limit.min(MAX_PICTURE_BYTES) } else { self.limit }
    }

    /// Refuses a type that has no place under this key.
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

    fn of(storage: &Storage, row: Stored) -> Self {
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
            wire: json!({
                "id": row.id,
                "name": row.name,
                "owner": row.owner.unwrap_or_default(),
                "public": row.public,
                "file_size_limit": row.file_size_limit,
                "allowed_mime_types": row.allowed_mime_types,
                "created_at": wire_instant(row.created_at),
                "updated_at": wire_instant(row.updated_at),
            }),
            id: row.id,
            types: row.allowed_mime_types.unwrap_or_default(),
        }
    }
}

const COLUMNS: &str = "id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at";

pub(crate) fn find(storage: &Storage, tx: &mut Tx<'_>, id: &str) -> Result<Bucket, Error> {
    let sql = format!("SELECT {COLUMNS} FROM buckets WHERE id = $1");
    let row = tx.query_optional_as(&sql, &[id.into()])?.ok_or(Error::NoSuchBucket)?;
    Ok(Bucket::of(storage, row))
}

pub(crate) fn all(storage: &Storage, tx: &mut Tx<'_>) -> Result<Vec<Bucket>, Error> {
    let rows = tx.query_as(&format!("SELECT {COLUMNS} FROM buckets ORDER BY id"), &[])?;
    Ok(rows.into_iter().map(|row| Bucket::of(storage, row)).collect())
}

/// The declaration of the bucket; none for one made at run time.
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
