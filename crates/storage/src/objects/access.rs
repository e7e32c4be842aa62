//! Access checks of files: the bucket's rule on a record of the file, and its quota.

use ateneu_base::{Caller, Entitlement, Facts, Record, Timestamp, Value};
use ateneu_db::Tx;
use ateneu_schema::{Holder, Rule};
use serde_json::json;

use crate::{
    Error, Storage,
    objects::{
        bucket::Bucket,
        key::{Key, folder},
        object::{self, Object},
    },
};

/// Rights of a caller at an instant.
pub(crate) struct Access {
    pub(crate) caller: Caller,
    pub(crate) now: Timestamp,
}

impl Access {
    pub(crate) fn now(storage: &Storage, caller: Caller) -> Self {
        Self { caller, now: storage.now() }
    }

    /// Returns `true` if the rule admits the caller to this file. Reads only the facts that the rule needs for this
    /// caller.
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
                let mut file = described(key, owner);
                let asked = left.columns();
                self.add_facts(tx, bucket, key, (&asked, &mut file))?;
                // The other facts are expensive and only open files, so they are read last.
                for fact in bucket.judged.iter().filter(|fact| asked.contains(&fact.name)) {
                    if left.admits(&self.caller, &file, self.now) {
                        return Ok(true);
                    }
                    let holds = (fact.holds)(tx, &self.caller, key, self.now)?;
                    file.insert(fact.name.to_owned(), json!(holds));
                }
                Ok(left.admits(&self.caller, &file, self.now))
            }
        }
    }

    /// Evaluates a rule that reads only owner and folder, as those for lists do. Other facts are false.
    pub(crate) fn admits_listed(&self, rule: &Rule, object: &Object) -> bool {
        rule.admits(&self.caller, &described(&object.name, object.owner.as_deref()), self.now)
    }

    fn add_facts(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        key: &str,
        (asked, file): (&[&str], &mut Record),
    ) -> Result<(), Error> {
        let facts: Vec<_> = bucket.facts.iter().filter(|(fact, _)| asked.contains(fact)).collect();
        if !facts.is_empty() {
            let columns: Vec<String> = facts.iter().map(|(fact, sql)| format!("({sql}) AS {fact}")).collect();
            let sql = format!(
                "SELECT {} FROM (SELECT CAST($1 AS text) AS bucket_id, CAST($2 AS text) AS name,
                     CAST($3 AS text) AS caller, CAST($4 AS text) AS now) file",
                columns.join(", ")
            );
            let parameters =
                [(&bucket.id).into(), key.into(), self.caller.user_id.as_deref().into(), self.now.into()];
            let row = tx.query_optional(&sql, &parameters)?;
            let row = row.ok_or_else(|| Error::Internal("a file has no facts".into()))?;
            file.extend(facts.iter().map(|(fact, _)| ((*fact).to_owned(), json!(row.boolean(fact)))));
        }
        Ok(())
    }

    /// Returns a visitor's access to the file through its public URL, with its duration.
    pub(crate) fn public_access(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<PublicAccess, Error> {
        Ok(if !self.admits_to(tx, &bucket.rules.read_public, bucket, object)? {
            PublicAccess::None
        } else if self.admits_to(tx, &bucket.rules.cached, bucket, object)? {
            PublicAccess::Permanent
        } else {
            PublicAccess::Revocable
        })
    }

    /// Refuses a place with new readers: a visitor, any account, or subscribers with one entitlement each, all without
    /// a role and not the owner.
    pub(crate) fn check_readers(
        tx: &mut Tx<'_>,
        (source, object): (&Bucket, &Object),
        (destination, key): (&Bucket, &Key),
        now: Timestamp,
    ) -> Result<(), Error> {
        let each = Entitlement::ALL.iter().map(|held| Facts::subscriber_of(&[*held]));
        let accounts = std::iter::once(Facts::default()).chain(each);
        let strangers = accounts.map(|facts| Caller::person(STRANGER, facts));
        for caller in std::iter::once(Caller::anonymous()).chain(strangers) {
            let reader = Self { caller, now };
            let reads = |tx: &mut Tx<'_>, bucket: &Bucket, key: &str, owner: Option<&str>| {
                let rules = &bucket.rules;
                Ok::<_, Error>(
                    reader.admits(tx, &rules.read, bucket, key, owner)?
                        || reader.admits(tx, &rules.read_public, bucket, key, owner)?,
                )
            };
            if reads(tx, destination, key.as_str(), object.owner.as_deref())?
                && !reads(tx, source, &object.name, object.owner.as_deref())?
            {
                return Err(Error::AccessDenied);
            }
        }
        Ok(())
    }

    /// Returns the file if the caller may read it. A hidden and a missing one have the same error.
    pub(crate) fn readable(&self, tx: &mut Tx<'_>, bucket: &Bucket, key: &Key) -> Result<Object, Error> {
        let object = object::find(tx, &bucket.id, key)?.ok_or(Error::NoSuchKey)?;
        if self.admits_to(tx, &bucket.rules.read, bucket, &object)? {
            Ok(object)
        } else {
            Err(Error::NoSuchKey)
        }
    }

    /// Returns `true` if the rule admits the caller to this stored file.
    pub(crate) fn admits_to(
        &self,
        tx: &mut Tx<'_>,
        rule: &Rule,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<bool, Error> {
        self.admits(tx, rule, bucket, &object.name, object.owner.as_deref())
    }

    /// Refuses if the caller may not store a file under this key. Returns the file that it would replace. Replacing
    /// needs the rights to insert, update and read.
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

    /// Returns `true` if the caller may replace this file.
    pub(crate) fn may_replace(
        &self,
        tx: &mut Tx<'_>,
        bucket: &Bucket,
        object: &Object,
    ) -> Result<bool, Error> {
        Ok((self.admits_to(tx, &bucket.rules.update, bucket, object)?
            || self.admits_to(tx, &bucket.rules.replace, bucket, object)?)
            && self.admits_to(tx, &bucket.rules.read, bucket, object)?)
    }

    /// Refuses a file of that size if its folder or owner would exceed the quota. `except` is the id of a file that it
    /// replaces, or that is already counted. The service key has no quota.
    ///
    /// Concurrent writers of one folder or owner wait for each other until the transaction ends.
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

/// Returns SQL of the files that a quota counts for this holder, with its two parameters, the first of which is
/// `$first`.
pub(crate) fn held(of: Holder, holder: &str, first: usize) -> (String, [Value; 2]) {
    let second = first + 1;
    match of {
        // `0` follows the slash in byte order and ends the range of the folder.
        Holder::Folder => (
            format!("name >= ${first} AND name < ${second}"),
            [format!("{holder}/").into(), format!("{holder}0").into()],
        ),
        Holder::Owner => (format!("owner = ${first} AND owner = ${second}"), [holder.into(), holder.into()]),
    }
}

/// Access of visitors to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicAccess {
    /// No access: no cache may store it.
    None,
    /// Access that may end at any moment: a cache must revalidate.
    Revocable,
    /// Access for as long as the uploader allows caching.
    Permanent,
}

/// An id without an account.
const STRANGER: &str = "00000000-0000-0000-0000-000000000000";

/// Returns the facts of a file for the rules of every bucket.
fn described(key: &str, owner: Option<&str>) -> Record {
    Record::from_iter([("owner".to_owned(), json!(owner)), ("folder".to_owned(), json!(folder(key)))])
}
