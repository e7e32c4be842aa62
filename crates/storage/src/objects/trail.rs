//! The audit trail of files: what takes an administrator's rights or the service key is written down in the transaction
//! that does it. What people do in their own folder is no act of office.

use ateneu_audit::{Act, Actor};
use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_schema::Rule;

use crate::{
    Error,
    objects::{access::Judge, bucket::Bucket, object::Object},
};

/// What was done to a file.
pub(crate) enum Deed<'a> {
    Uploaded(&'a Object),
    Replaced(&'a Object),
    Removed(&'a Object),
    Moved(&'a Object, &'a Object),
}

/// Notes the deed if the caller could not have done it without an office.
pub(crate) fn note(tx: &mut Tx<'_>, judge: &Judge, bucket: &Bucket, deed: &Deed<'_>) -> Result<(), Error> {
    if !judge.caller.is_staff() {
        return Ok(());
    }
    let rules = &bucket.rules;
    let (action, rule, object, moved_to) = match deed {
        Deed::Uploaded(object) => ("upload-file", &rules.insert, object, None),
        Deed::Replaced(object) => ("replace-file", &rules.update, object, None),
        Deed::Removed(object) => ("delete-file", &rules.delete, object, None),
        Deed::Moved(from, to) => ("move-file", &rules.update, from, Some(to.full_key())),
    };
    if !takes_office(tx, judge, rule, bucket, object)? {
        return Ok(());
    }
    let subject = object.full_key();
    let act = Act {
        action,
        subject: &subject,
        old: moved_to.as_ref().map(|_| subject.as_str()),
        new: moved_to.as_deref(),
    };
    let actor = Actor::of(&judge.caller);
    Ok(ateneu_audit::write(tx, actor.as_ref(), act, judge.now)?)
}

/// Notes what the service key did to a bucket.
pub(crate) fn note_bucket(tx: &mut Tx<'_>, now: Timestamp, action: &str, bucket: &str) -> Result<(), Error> {
    let act = Act { action, subject: bucket, old: None, new: None };
    Ok(ateneu_audit::write(tx, None, act, now)?)
}

fn takes_office(
    tx: &mut Tx<'_>,
    judge: &Judge,
    rule: &Rule,
    bucket: &Bucket,
    object: &Object,
) -> Result<bool, Error> {
    if judge.caller.is_service() {
        return Ok(true);
    }
    let member = Judge { caller: judge.caller.without_staff_rights(), now: judge.now };
    Ok(!member.admits_to(tx, rule, bucket, object)?)
}
