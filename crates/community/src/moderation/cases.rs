//! Cases of the moderation: opening and lookup.

use ateneu_auth::Role;
use ateneu_base::{Caller, Timestamp, Value, ids};
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::TableRow;
use serde::Deserialize;

use crate::{
    refused::Refused,
    rows::TextRow,
    tables::moderation::{CaseKind, CaseOrigin, HiddenBecause},
    text::MEMBER_PATH,
};

/// Path of a post in reports from outside, and the mark before the id of a comment.
const POST_PATH: &str = "/membros/publicacao/";
const COMMENT_MARK: &str = "#c-";

/// Reported or waiting subject: post, comment, profile or report from outside.
#[derive(Clone, Debug, Default)]
pub struct Target {
    pub kind: CaseKind,
    pub post: Option<String>,
    pub comment: Option<String>,
    pub profile: Option<String>,
    pub outside: Option<String>,
    /// Author of the text, or owner of the profile.
    pub subject: Option<String>,
}

impl Target {
    pub fn profile(id: &str) -> Self {
        let id = Some(id.to_owned());
        Self { kind: CaseKind::Profile, profile: id.clone(), subject: id, ..Self::default() }
    }

    /// Returns the column that names it, and its id.
    fn key(&self) -> (&'static str, Option<&str>) {
        match self.kind {
            CaseKind::Post => ("post_id", self.post.as_deref()),
            CaseKind::Comment => ("comment_id", self.comment.as_deref()),
            CaseKind::Profile => ("profile_id", self.profile.as_deref()),
            CaseKind::Outside => ("outside_id", self.outside.as_deref()),
        }
    }
}

/// Staff roles of a person: moderator or administrator, and administrator.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaffRoles {
    pub is_staff: bool,
    pub is_admin: bool,
}

pub fn staff_roles(tx: &mut Tx<'_>, person: Option<&str>) -> Result<StaffRoles, Error> {
    let roles: Vec<Role> = tx.query_as(
        "SELECT role FROM user_roles WHERE user_id = $1 AND role IN ('admin', 'moderator')",
        &[person.into()],
    )?;
    Ok(StaffRoles { is_staff: !roles.is_empty(), is_admin: roles.contains(&Role::Admin) })
}

/// Refuses staff who may not decide about this person: the person, and moderators about administrators.
pub fn check_decider(tx: &mut Tx<'_>, subject: Option<&str>, caller: &Caller) -> Result<StaffRoles, Error> {
    let roles = staff_roles(tx, subject)?;
    if subject.is_some() && subject == caller.user_id.as_deref() {
        return Err(Refused::OwnCase.into());
    }
    if roles.is_admin && !caller.facts.admin && !caller.is_service() {
        return Err(Refused::SubjectIsAdmin.into());
    }
    Ok(roles)
}

/// Returns the open case about the target. Opens one if there is none.
pub fn open(tx: &mut Tx<'_>, target: &Target, origin: CaseOrigin, now: Timestamp) -> Result<String, Error> {
    let (column, id) = target.key();
    let found = tx.query_optional_as(
        &format!("SELECT id FROM community_cases WHERE {column} = $1 AND kind = $2 AND status = 'open'"),
        &[id.into(), target.kind.into()],
    )?;
    if let Some(id) = found {
        return Ok(id);
    }
    let id = ids::row_id(now);
    let subject = staff_roles(tx, target.subject.as_deref())?;
    tx.write(
        "INSERT INTO community_cases (id, kind, origin, post_id, comment_id, profile_id, outside_id, subject_id,
             subject_is_admin, status, reports_count, opened_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', 0, $10, $10)",
        &[
            id.as_str().into(),
            target.kind.into(),
            origin.into(),
            target.post.as_deref().into(),
            target.comment.as_deref().into(),
            target.profile.as_deref().into(),
            target.outside.as_deref().into(),
            target.subject.as_deref().into(),
            Value::Bool(subject.is_admin),
            now.into(),
        ],
    )?;
    Ok(id)
}

/// Opens a case for a text that a rule has hidden.
pub fn open_for_hidden<R: TextRow>(tx: &mut Tx<'_>, write: &Write<'_, R>, new: &R) -> Result<(), Error> {
    let text = new.text();
    let Some(origin) = text.hidden_because.filter(|because| *because != HiddenBecause::Staff) else {
        return Ok(());
    };
    if write.old.is_some_and(|old| old.text().hidden_because.is_some()) {
        return Ok(());
    }
    let target = Target {
        kind: if text.comment.is_some() { CaseKind::Comment } else { CaseKind::Post },
        post: Some(text.post.to_owned()),
        comment: text.comment.map(str::to_owned),
        subject: Some(text.author.to_owned()),
        ..Target::default()
    };
    open(tx, &target, origin.into(), write.now).map(drop)
}

#[derive(Clone, PartialEq, TableRow)]
#[table("outside_reports")]
struct OutsideReport {
    id: String,
    address: String,
    subject_id: Option<String>,
    subject_is_admin: bool,
}

/// Returns the trigger of the reports from outside.
pub fn outside_reports() -> Trigger {
    Trigger::on::<OutsideReport>().before(name_subject).after(open_for_outside)
}

/// Stores the person whom a report from outside concerns.
fn name_subject(
    tx: &mut Tx<'_>,
    write: &Write<'_, OutsideReport>,
    new: &mut OutsideReport,
) -> Result<(), Error> {
    if write.old.is_none() {
        new.subject_id = named_from_outside(tx, new)?.subject;
        new.subject_is_admin = staff_roles(tx, new.subject_id.as_deref())?.is_admin;
    }
    Ok(())
}

/// Opens a case for a report from outside. If the report names a text or a profile of this site, the case does too.
fn open_for_outside(
    tx: &mut Tx<'_>,
    write: &Write<'_, OutsideReport>,
    new: Option<&OutsideReport>,
) -> Result<(), Error> {
    let (None, Some(report)) = (write.old, new) else { return Ok(()) };
    let target = named_from_outside(tx, report)?;
    open(tx, &target, CaseOrigin::Outside, write.now).map(drop)
}

/// Returns the post, comment or profile at the address in a report from outside.
fn named_from_outside(tx: &mut Tx<'_>, report: &OutsideReport) -> Result<Target, Error> {
    let mut target =
        Target { kind: CaseKind::Outside, outside: Some(report.id.clone()), ..Target::default() };
    let address = &report.address;
    let id_behind = |mark: &str| {
        let (_, rest) = address.split_once(mark)?;
        ids::parse_uuid(rest.get(..36)?)
    };
    if let Some(id) = id_behind(COMMENT_MARK) {
        let sql = "SELECT post_id, author_id FROM community_comments WHERE id = $1";
        if let Some((post, author)) = tx.query_optional_as(sql, &[id.as_str().into()])? {
            (target.post, target.subject, target.comment) = (Some(post), Some(author), Some(id));
            return Ok(target);
        }
    }
    if let Some(id) = id_behind(POST_PATH) {
        let sql = "SELECT author_id FROM community_posts WHERE id = $1";
        target.subject = tx.query_optional_as(sql, &[id.as_str().into()])?;
        target.post = target.subject.as_ref().map(|_| id);
    } else if let Some(id) = id_behind(MEMBER_PATH) {
        let sql = "SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL";
        target.subject = tx.query_optional_as(sql, &[id.as_str().into()])?;
        target.profile.clone_from(&target.subject);
    }
    Ok(target)
}

/// A case for the moderators.
#[derive(Deserialize)]
pub struct Case {
    pub id: String,
    pub post: Option<String>,
    pub comment: Option<String>,
    pub profile: Option<String>,
    /// Report from outside that it is about.
    pub outside: Option<String>,
    pub subject: Option<String>,
    pub is_open: bool,
    pub claimed_by: Option<String>,
    pub claimed_until: Option<Timestamp>,
    pub opened_at: Timestamp,
}

impl Case {
    /// Finds the case of that id, locked until the transaction ends.
    pub fn find(tx: &mut Tx<'_>, id: Option<&str>) -> Result<Self, Error> {
        tx.lock("community_cases")?;
        let found = tx.query_optional_as(
            "SELECT id, post_id AS post, comment_id AS comment, profile_id AS profile, outside_id AS outside,
                    subject_id AS subject, status = 'open' AS is_open, claimed_by, claimed_until, opened_at
             FROM community_cases WHERE id = $1",
            &[id.into()],
        )?;
        found.ok_or_else(|| Refused::CaseNotFound.into())
    }

    /// Returns table and id of the text, if the case is about one.
    pub fn content(&self) -> Option<(&'static str, &str)> {
        match (&self.comment, &self.post) {
            (Some(comment), _) => Some(("community_comments", comment)),
            (None, Some(post)) => Some(("community_posts", post)),
            (None, None) => None,
        }
    }

    /// Refuses staff who may not decide about the person concerned.
    pub fn check_decider(&self, tx: &mut Tx<'_>, caller: &Caller) -> Result<StaffRoles, Error> {
        check_decider(tx, self.subject.as_deref(), caller)
    }

    /// Refuses the call while another moderator has claimed the case.
    pub fn check_claim(&self, caller: &Caller, now: Timestamp) -> Result<(), Error> {
        let by_other = self.claimed_by.is_some() && self.claimed_by != caller.user_id;
        if by_other && self.claimed_until.is_some_and(|until| until > now) {
            return Err(Refused::CaseClaimed.into());
        }
        Ok(())
    }
}
