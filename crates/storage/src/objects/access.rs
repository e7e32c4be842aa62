//! May this caller do this with this file? The bucket's rule is asked about a row of the file's own facts.

use std::collections::{BTreeSet, HashMap};

use ateneu_base::{Caller, Record, Timestamp};
use ateneu_db::{Row, Tx};
use ateneu_schema::Rule;
use serde_json::json;

use crate::{
    Error, Storage,
    objects::{
        bucket::{Bucket, CONTENTS},
        key::{Key, folder},
        object::{self, Object},
    },
};

/// Files under this folder are thumbnails from the moment they arrive.
const THUMBNAILS: &str = "thumbnails";

/// A caller at an instant.
pub(crate) struct Judge {
    pub(crate) caller: Caller,
    pub(crate) now: Timestamp,
}

impl Judge {
    /// The caller, now.
    pub(crate) fn now(storage: &Storage, caller: Caller) -> Self {
        Self { caller, now: storage.now() }
    }

    /// Does the rule admit the caller to this file? Nothing is read when the caller alone settles it.
    pub(crate) fn admits(
        &self,
        tx: &mut Tx<'_>,
        rule: &Rule,
        bucket: &Bucket,
        key: &str,
        owner: Option<&str>,
    ) -> Result<bool, Error> {
        match rule.for_caller(&self.caller) {
            Rule::Anyone => Ok(true),
            Rule::Nobody => Ok(false),
            left => {
                let named = contents_naming(tx, bucket, key)?;
                Ok(self.admits_named(&left, key, owner, &named))
            }
        }
    }

    /// The same, when it is already known which contents name the file. A file several contents name opens to
    /// everyone whom one of them opens it to.
    pub(crate) fn admits_named(&self, rule: &Rule, key: &str, owner: Option<&str>, named: &[Naming]) -> bool {
        let thumbnail = is_thumbnail(key, named);
        let row = |published: bool, member_only: bool| -> Record {
            let facts = [
                ("owner", json!(owner)),
                ("folder", json!(folder(key))),
                ("published", json!(published)),
                ("member_only", json!(member_only)),
                ("thumbnail", json!(thumbnail)),
            ];
            facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        };
        let mut files = named.iter().filter(|content| content.as_file).peekable();
        if files.peek().is_none() {
            return rule.admits(&self.caller, &row(false, false), self.now);
        }
        files.any(|content| rule.admits(&self.caller, &row(content.published, content.member_only), self.now))
    }

    /// Whether this caller, a visitor, may read the file through its public address, and for how long that can be said.
    pub(crate) fn openness(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<Openness, Error> {
        let named = match bucket.rules.read_public.for_caller(&self.caller) {
            Rule::Anyone => return Ok(Openness::Lasting),
            Rule::Nobody => return Ok(Openness::Closed),
            _ => contents_naming(tx, bucket, &object.name)?,
        };
        let owner = object.owner.as_deref();
        let rule = &bucket.rules.read_public;
        Ok(if !self.admits_named(rule, &object.name, owner, &named) {
            Openness::Closed
        } else if is_thumbnail(&object.name, &named) {
            Openness::Lasting
        } else {
            Openness::Passing
        })
    }

    /// The file, if the caller may read it: a hidden one and a missing one are answered alike.
    pub(crate) fn readable(&self, tx: &mut Tx<'_>, bucket: &Bucket, key: &Key) -> Result<Object, Error> {
        let object = object::find(tx, &bucket.id, key)?.ok_or(Error::NoSuchKey)?;
        if self.admits_to(tx, &bucket.rules.read, bucket, &object)? {
            Ok(object)
        } else {
            Err(Error::NoSuchKey)
        }
    }

    /// Does the rule admit the caller to this stored file?
    pub(crate) fn admits_to(
        &self,
        tx: &mut Tx<'_>,
        rule: &Rule,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<bool, Error> {
        self.admits(tx, rule, bucket, &object.name, object.owner.as_deref())
    }

    /// May the caller put a file under this key? Answers the file it would replace. Replacing needs the rights to
    /// add, to change and to see.
    pub(crate) fn may_place(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        key: &Key,
        upsert: bool,
    ) -> Result<Option<Object>, Error> {
        let owner = self.caller.user_id.as_deref();
        if !self.admits(tx, &bucket.rules.insert, bucket, key.as_str(), owner)? {
            return Err(Error::AccessDenied);
        }
        let Some(existing) = object::find(tx, &bucket.id, key)? else {
            return Ok(None);
        };
        if !upsert {
            return Err(Error::KeyAlreadyExists);
        }
        let replaces = self.admits_to(tx, &bucket.rules.update, bucket, &existing)?
            && self.admits_to(tx, &bucket.rules.read, bucket, &existing)?;
        if replaces { Ok(Some(existing)) } else { Err(Error::AccessDenied) }
    }
}

/// Whether everyone may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openness {
    /// No: nothing on the way may keep a copy.
    Closed,
    /// As long as its content stays public, which may end at any moment: a copy is asked about before each use.
    Passing,
    /// Whatever becomes of its content.
    Lasting,
}

fn is_thumbnail(key: &str, named: &[Naming]) -> bool {
    folder(key) == Some(THUMBNAILS) || named.iter().any(|content| content.as_thumbnail)
}

/// How one content names a file.
pub(crate) struct Naming {
    pub(crate) as_file: bool,
    pub(crate) as_thumbnail: bool,
    pub(crate) published: bool,
    pub(crate) member_only: bool,
}

/// Every content that names the file; none outside the bucket of contents.
fn contents_naming(tx: &mut Tx<'_>, bucket: &Bucket, key: &str) -> Result<Vec<Naming>, Error> {
    if bucket.id != CONTENTS {
        return Ok(Vec::new());
    }
    let rows = tx.query(
        "SELECT file_key, thumbnail_key, is_published, is_member_only FROM contents
         WHERE file_key = $1 OR thumbnail_key = $1",
        &[key.into()],
    )?;
    Ok(rows.iter().map(|row| naming(row, key)).collect())
}

fn naming(content: &Row, key: &str) -> Naming {
    Naming {
        as_file: content.text("file_key") == Some(key),
        as_thumbnail: content.text("thumbnail_key") == Some(key),
        published: content.truth("is_published"),
        member_only: content.truth("is_member_only"),
    }
}

/// The same for every file from the first key to the last, by key.
pub(crate) fn contents_between(
    tx: &mut Tx<'_>,
    bucket: &Bucket,
    first: &str,
    last: &str,
) -> Result<HashMap<String, Vec<Naming>>, Error> {
    let mut named: HashMap<String, Vec<Naming>> = HashMap::new();
    if bucket.id != CONTENTS {
        return Ok(named);
    }
    let rows = tx.query(
        "SELECT file_key, thumbnail_key, is_published, is_member_only FROM contents
         WHERE file_key BETWEEN $1 AND $2 OR thumbnail_key BETWEEN $1 AND $2",
        &[first.into(), last.into()],
    )?;
    for row in &rows {
        let keys: BTreeSet<&str> =
            ["file_key", "thumbnail_key"].iter().filter_map(|key| row.text(key)).collect();
        for key in keys {
            named.entry(key.to_owned()).or_default().push(naming(row, key));
        }
    }
    Ok(named)
}
