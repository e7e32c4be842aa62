//! The audit log of files: acts that need staff rights or the service key are recorded in their transaction. Acts of
//! people in their own folder are not recorded.

use ateneu_audit::{Actor, Entry};
use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_schema::Rule;

use crate::{
    Error,
    objects::{access::Access, bucket::Bucket, object::Object},
};

/// Action on a file.
pub(crate) enum Action<'a> {
    Uploaded(&'a Object),
    Replaced(&'a Object),
    Removed(&'a Object),
    Moved(&'a Object, &'a Object),
}

/// Records the action if the caller could not have done it without staff rights.
pub(crate) fn record_staff_action(
    tx: &mut Tx<'_>,
    access: &Access,
    bucket: &Bucket,
    action: &Action<'_>,
) -> Result<(), Error> {
    if !access.caller.holds_role() {
        return Ok(());
    }
    let rules = &bucket.rules;
    let (action, rule, object, moved_to) = match action {
        Action::Uploaded(object) => ("upload-file", &rules.insert, object, None),
        Action::Replaced(object) => ("replace-file", &rules.update, object, None),
        Action::Removed(object) => ("delete-file", &rules.delete, object, None),
        Action::Moved(from, to) => ("move-file", &rules.update, from, Some(to.full_key())),
    };
    if !needs_staff_rights(tx, access, rule, bucket, object)? {
        return Ok(());
    }
    let subject = object.full_key();
    let entry = Entry {
        action,
        subject: &subject,
        old: moved_to.as_ref().map(|_| subject.as_str()),
        new: moved_to.as_deref(),
    };
    let actor = Actor::of(&access.caller);
    Ok(ateneu_audit::write(tx, actor.as_ref(), entry, access.now)?)
}

/// Records an act of the service key on a bucket.
pub(crate) fn note_bucket(tx: &mut Tx<'_>, now: Timestamp, action: &str, bucket: &str) -> Result<(), Error> {
    let entry = Entry { action, subject: bucket, old: None, new: None };
    Ok(ateneu_audit::write(tx, None, entry, now)?)
}

fn needs_staff_rights(
    tx: &mut Tx<'_>,
    access: &Access,
    rule: &Rule,
    bucket: &Bucket,
    object: &Object,
) -> Result<bool, Error> {
    if access.caller.is_service() {
        return Ok(true);
    }
    let member = Access { caller: access.caller.without_staff_rights(), now: access.now };
    Ok(!member.admits_to(tx, rule, bucket, object)?)
}
