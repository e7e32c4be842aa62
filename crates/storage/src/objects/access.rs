//! Whether a caller may do something with a file: the bucket's rule, read on a record of the file, and its quota.

use std::collections::{BTreeSet, HashMap};

use ateneu_base::{Caller, Record, Timestamp, Value};
use ateneu_db::Tx;
use ateneu_schema::{ByUses, FileRows, Holder, Rule};
use serde_json::json;

use crate::{
    Error, Storage,
    objects::{
        bucket::Bucket,
        key::{Key, folder},
        object::{self, Object},
    },
};

/// What a caller may do at an instant.
pub(crate) struct Access {
    pub(crate) caller: Caller,
    pub(crate) now: Timestamp,
}

impl Access {
    pub(crate) fn now(storage: &Storage, caller: Caller) -> Self {
        Self { caller, now: storage.now() }
    }

    /// Whether the rule admits the caller to this file. Nothing is read when the caller alone settles it.
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
                let naming = rows_naming(tx, &self.caller, bucket, key)?;
                Ok(self.admits_named(&left, bucket, (key, owner), &naming))
            }
        }
    }

    /// The same, when the rows that name the file are read already. A file that several rows name opens to everyone
    /// whom one of them opens it to.
    pub(crate) fn admits_named(
        &self,
        rule: &Rule,
        bucket: &Bucket,
        (key, owner): (&str, Option<&str>),
        naming: &[Naming],
    ) -> bool {
        let mut file = Record::new();
        file.insert("owner".into(), json!(owner));
        file.insert("folder".into(), json!(folder(key)));
        if let Some(rows) = &bucket.rows {
            file.insert("thumbnail".into(), json!(is_thumbnail(rows, key, naming)));
            file.extend(rows.facts.iter().map(|(fact, _)| ((*fact).to_owned(), json!(false))));
        }
        let mut naming = naming.iter().filter(|row| row.as_file).peekable();
        if naming.peek().is_none() {
            return rule.admits(&self.caller, &file, self.now);
        }
        naming.any(|row| {
            file.extend(row.facts.clone());
            rule.admits(&self.caller, &file, self.now)
        })
    }

    /// Whether this caller, a visitor, may read the file through its public address, and for how long that is sure.
    pub(crate) fn public_access(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<PublicAccess, Error> {
        let rule = &bucket.rules.read_public;
        let naming = match rule.for_caller(&self.caller) {
            Rule::Anyone => return Ok(PublicAccess::Permanent),
            Rule::Nobody => return Ok(PublicAccess::None),
            _ => rows_naming(tx, &self.caller, bucket, &object.name)?,
        };
        let is_thumbnail = bucket.rows.is_some_and(|rows| is_thumbnail(&rows, &object.name, &naming));
        Ok(if !self.admits_named(rule, bucket, (&object.name, object.owner.as_deref()), &naming) {
            PublicAccess::None
        } else if is_thumbnail {
            PublicAccess::Permanent
        } else {
            PublicAccess::Revocable
        })
    }

    /// The file, if the caller may read it; a hidden and a missing one give the same error.
    pub(crate) fn readable(&self, tx: &mut Tx<'_>, bucket: &Bucket, key: &Key) -> Result<Object, Error> {
        let object = object::find(tx, &bucket.id, key)?.ok_or(Error::NoSuchKey)?;
        if self.admits_to(tx, &bucket.rules.read, bucket, &object)? {
            Ok(object)
        } else {
            Err(Error::NoSuchKey)
        }
    }

    /// Whether the rule admits the caller to this stored file.
    pub(crate) fn admits_to(
        &self,
        tx: &mut Tx<'_>,
        rule: &Rule,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<bool, Error> {
        self.admits(tx, rule, bucket, &object.name, object.owner.as_deref())
    }

    /// Refuses when the caller may not put a file under this key; returns the file it would replace. Replacing needs the
    /// rights to insert, update and read.
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
        if self.may_replace(tx, bucket, &existing)? { Ok(Some(existing)) } else { Err(Error::AccessDenied) }
    }

    /// Whether the caller may put another file in the place of this one.
    pub(crate) fn may_replace(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<bool, Error> {
        Ok((self.admits_to(tx, &bucket.rules.update, bucket, object)?
            || self.admits_by_uses(tx, bucket, &object.name)?)
            && self.admits_to(tx, &bucket.rules.read, bucket, object)?)
    }

    /// Whether the bucket lets the caller replace the file for what uses it.
    fn admits_by_uses(&self, tx: &mut Tx<'_>, bucket: &Bucket, key: &str) -> Result<bool, Error> {
        let Some(ByUses { facts, rule }) = &bucket.replace else { return Ok(false) };
        let left = rule.for_caller(&self.caller);
        if left.columns().is_empty() {
            return Ok(left == Rule::Anyone);
        }
        let columns: Vec<String> = facts.iter().map(|(fact, sql)| format!("({sql}) AS {fact}")).collect();
        let parameters = [(&bucket.id).into(), key.into(), self.caller.user_id.as_deref().into()];
        let row = tx.query_optional(&format!("SELECT {}", columns.join(", ")), &parameters)?;
        let row = row.ok_or_else(|| Error::Internal("a file has no facts".into()))?;
        let file: Record =
            facts.iter().map(|(fact, _)| ((*fact).to_owned(), json!(row.truth(fact)))).collect();
        Ok(left.admits(&self.caller, &file, self.now))
    }

    /// Refuses a file of that size where the folder it goes to, or its owner, would hold too much. `except` is the id of a
    /// file that leaves them by it or is in them already. The service key is not counted.
    ///
    /// Two writers of one folder or owner are counted one after the other until the transaction ends.
    pub(crate) fn check_quota(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        key: &Key,
        (size, except): (u64, Option<&str>),
    ) -> Result<(), Error> {
        let Some(quota) = bucket.quota.filter(|_| !self.caller.is_service()) else { return Ok(()) };
        let holder = match quota.of {
            Holder::Folder => folder(key.as_str()),
            Holder::Owner => self.caller.user_id.as_deref(),
        };
        let Some(holder) = holder else { return Ok(()) };
        tx.lock(&format!("files of {}/{holder}", bucket.id))?;
        let (condition, [from, to]) = held(quota.of, holder, 3);
        let sql = format!(
            "SELECT count(*), CAST(coalesce(sum(size), 0) AS bigint) FROM objects
             WHERE bucket_id = $1 AND id <> $2 AND {condition}"
        );
        let (files, bytes): (u64, u64) =
            tx.query_one_as(&sql, &[(&bucket.id).into(), except.unwrap_or_default().into(), from, to])?;
        if files >= u64::from(quota.files) || bytes.saturating_add(size) > quota.bytes {
            return Err(Error::QuotaExceeded);
        }
        Ok(())
    }
}

/// SQL: the files that a quota counts for this holder, with its two parameters, the first of which is `$first`.
pub(crate) fn held(of: Holder, holder: &str, first: usize) -> (String, [Value; 2]) {
    let second = first + 1;
    match of {
        // The character after a slash ends the folder.
        Holder::Folder => (
            format!("name >= ${first} AND name < ${second}"),
            [format!("{holder}/").into(), format!("{holder}0").into()],
        ),
        Holder::Owner => (format!("owner = ${first} AND owner = ${second}"), [holder.into(), holder.into()]),
    }
}

/// Whether everyone may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicAccess {
    /// No: no cache may store it.
    None,
    /// As long as its row is public, which may end at any moment: a cache asks before each use.
    Revocable,
    /// Whatever becomes of its row.
    Permanent,
}

fn is_thumbnail(rows: &FileRows, key: &str, naming: &[Naming]) -> bool {
    folder(key) == Some(rows.thumbnail_folder) || naming.iter().any(|row| row.as_thumbnail)
}

/// How one of the bucket's [`FileRows`] names a file.
pub(crate) struct Naming {
    as_file: bool,
    as_thumbnail: bool,
    facts: Record,
}

/// Every row that names the file.
fn rows_naming(tx: &mut Tx<'_>, caller: &Caller, bucket: &Bucket, key: &str) -> Result<Vec<Naming>, Error> {
    Ok(rows_between(tx, caller, bucket, key, key)?.remove(key).unwrap_or_default())
}

/// Every row that names a file from the first key to the last, by key.
pub(crate) fn rows_between(
    tx: &mut Tx<'_>,
    caller: &Caller,
    bucket: &Bucket,
    first: &str,
    last: &str,
) -> Result<HashMap<String, Vec<Naming>>, Error> {
    let mut naming: HashMap<String, Vec<Naming>> = HashMap::new();
    let Some(FileRows { table, file, thumbnail, facts, .. }) = bucket.rows else { return Ok(naming) };
    let columns: String = facts.iter().map(|(fact, sql)| format!(", {sql} AS {fact}")).collect();
    let sql = format!(
        "SELECT {file}, {thumbnail}{columns} FROM {table}
         WHERE {file} BETWEEN $1 AND $2 OR {thumbnail} BETWEEN $1 AND $2"
    );
    let mut parameters = vec![first.into(), last.into()];
    // PostgreSQL refuses a parameter that no part of the statement names.
    if columns.contains("$3") {
        parameters.push(caller.user_id.as_deref().into());
    }
    for row in &tx.query(&sql, &parameters)? {
        let keys: BTreeSet<&str> = [file, thumbnail].iter().filter_map(|key| row.text(key)).collect();
        for key in keys {
            naming.entry(key.to_owned()).or_default().push(Naming {
                as_file: row.text(file) == Some(key),
                as_thumbnail: row.text(thumbnail) == Some(key),
                facts: facts.iter().map(|(fact, _)| ((*fact).to_owned(), json!(row.truth(fact)))).collect(),
            });
        }
    }
    Ok(naming)
}
