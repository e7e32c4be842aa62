//! Issues one certificate per member and course or programme, in the name that the holder gives.

use ateneu_base::{Entitlement, Timestamp, Value, calendar, fold, ids};
use ateneu_db::{Error, Tx};
use ateneu_functions::{Refusal, SignedIn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{certificate::Certificate, code, fonts, service::Certificates};
use crate::{open::json, refused::Refused, words::CertificateKind};

/// Maximum number of lessons or courses on a certificate.
const MAX_LESSONS: i64 = 200;
const MIN_NAME_LENGTH: usize = 2;
const MAX_NAME_LENGTH: usize = 120;

/// Request for the certificate of a course or of a programme.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IssueCertificate {
    #[serde(default)]
    course_id: Option<String>,
    #[serde(default)]
    programme_id: Option<String>,
    /// Name to print.
    holder_name: String,
    /// True if the public page shows the name.
    #[serde(default)]
    shows_name: bool,
}

/// Choices of the holder: shown data, and survival of the account. Absent fields are unchanged.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowCertificate {
    certificate_id: String,
    #[serde(default)]
    shows_name: Option<bool>,
    #[serde(default)]
    shows_lessons: Option<bool>,
    #[serde(default)]
    is_kept: Option<bool>,
}

/// A certificate of the caller.
#[derive(Serialize, JsonSchema)]
pub struct Issued {
    certificate_id: String,
    code: String,
    holder_name: String,
    issued_at: String,
    expires_at: Option<String>,
    revoked_at: Option<String>,
}

impl From<Certificate> for Issued {
    fn from(certificate: Certificate) -> Self {
        Self {
            certificate_id: certificate.id,
            code: certificate.code,
            holder_name: certificate.holder_name,
            issued_at: certificate.issued_at.to_string(),
            expires_at: certificate.expires_at.map(|at| at.to_string()),
            revoked_at: certificate.revoked_at.map(|at| at.to_string()),
        }
    }
}

/// Course or programme of a new certificate.
struct Subject {
    column: &'static str,
    id: String,
    title: String,
    minutes: i64,
    /// Validity of the certificate in months. `None` is unlimited.
    months: Option<i64>,
    first_at: Timestamp,
    last_at: Timestamp,
    lessons: Vec<String>,
}

pub async fn issue(
    certificates: Certificates,
    by: SignedIn,
    request: IssueCertificate,
) -> Result<Issued, Refusal> {
    let name = name(&request.holder_name)?;
    certificates
        .write(move |tx, now| {
            let subject = match (&request.course_id, &request.programme_id) {
                (Some(id), None) => course(tx, &by.user_id, id)?,
                (None, Some(id)) => programme(tx, &by.user_id, id)?,
                _ => return Err(Refusal::invalid_payload("Escolha um curso ou um programa.")),
            };
            let subject = match subject {
                Eligible::Issued(certificate) => return Ok(certificate.into()),
                Eligible::New(subject) => subject,
            };
            // An issued certificate stays valid.
            if !by.facts.holds(Entitlement::Certificates) {
                return Err(Refused::PlanRequired.into());
            }
            let id = ids::row_id(now);
            store(tx, &id, &by.user_id, &subject, &name, request.shows_name, now)?;
            Ok(Certificate::find_own(tx, &id, &by.user_id)?.into())
        })
        .await
}

pub async fn show(
    certificates: Certificates,
    by: SignedIn,
    request: ShowCertificate,
) -> Result<Issued, Refusal> {
    certificates
        .write(move |tx, _| {
            let own = Certificate::find_own(tx, &request.certificate_id, &by.user_id)?;
            tx.write(
                "UPDATE certificates SET shows_name = $2, shows_lessons = $3 WHERE id = $1",
                &[
                    own.id.as_str().into(),
                    request.shows_name.unwrap_or(own.shows_name).into(),
                    request.shows_lessons.unwrap_or(own.shows_lessons).into(),
                ],
            )?;
            if let Some(is_kept) = request.is_kept {
                let erased_with = (!is_kept).then_some(by.user_id.as_str());
                tx.write(
                    "UPDATE certificates SET erased_with = $2 WHERE id = $1",
                    &[own.id.as_str().into(), erased_with.into()],
                )?;
            }
            Ok(own.into())
        })
        .await
}

/// Returns the canonical form of a name.
pub fn name(given: &str) -> Result<String, Refusal> {
    let name = fold::one_line(given);
    let length = name.chars().count();
    let is_name =
        (MIN_NAME_LENGTH..=MAX_NAME_LENGTH).contains(&length) && name.chars().any(char::is_alphabetic);
    if is_name && !fonts::faces().is_some_and(|faces| faces.display.letters.knows(&name)) {
        return Err(Refused::NameNotPrintable.into());
    }
    if is_name {
        return Ok(name);
    }
    Err(Refused::NameNotUsable.into())
}

/// Result of the check: an existing certificate, or the data of a new one.
enum Eligible {
    Issued(Certificate),
    New(Subject),
}

/// Checks a course with a certificate that the member has finished.
fn course(tx: &mut Tx<'_>, user: &str, id: &str) -> Result<Eligible, Refusal> {
    let owned = "user_id = $1 AND course_id = $2";
    if let Some(certificate) = Certificate::find(tx, owned, &[user.into(), id.into()])? {
        return Ok(Eligible::Issued(certificate));
    }
    let found: Option<(String, Option<i64>, Timestamp, Option<Timestamp>)> = tx.query_optional_as(
        "SELECT title, certificate_months, joined_at, course_members.completed_at
         FROM courses JOIN course_members ON course_members.course_id = courses.id AND course_members.user_id = $2
         WHERE courses.id = $1 AND has_certificate",
        &[id.into(), user.into()],
    )?;
    let (title, months, first_at, last_at) = found.ok_or(Refused::NoCertificate)?;
    let last_at = last_at.ok_or(Refused::NotFinished)?;
    let lessons: Vec<(String, i64)> = tx.query_as(
        "SELECT lessons.title, duration_seconds FROM lessons
         JOIN course_modules ON course_modules.id = lessons.module_id
         WHERE lessons.course_id = $1 AND is_published
         ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id LIMIT $2",
        &[id.into(), Value::Int(MAX_LESSONS)],
    )?;
    Ok(Eligible::New(Subject {
        column: "course_id",
        id: id.to_owned(),
        title,
        minutes: lessons.iter().map(|(_, seconds)| seconds).sum::<i64>() / 60,
        months,
        first_at: first_at.min(last_at),
        last_at,
        lessons: lessons.into_iter().map(|(title, _)| title).collect(),
    }))
}

/// Checks a programme that the member follows, with all courses finished.
fn programme(tx: &mut Tx<'_>, user: &str, id: &str) -> Result<Eligible, Refusal> {
    let owned = "user_id = $1 AND programme_id = $2";
    if let Some(certificate) = Certificate::find(tx, owned, &[user.into(), id.into()])? {
        return Ok(Eligible::Issued(certificate));
    }
    let found: Option<(String, Option<i64>)> = tx.query_optional_as(
        "SELECT title, certificate_months FROM programmes
         JOIN programme_members ON programme_id = programmes.id AND user_id = $2 WHERE programmes.id = $1",
        &[id.into(), user.into()],
    )?;
    let (title, months) = found.ok_or(Refused::NoCertificate)?;
    let courses: Vec<(String, Option<Timestamp>, Option<Timestamp>, i64)> = tx.query_as(
        "SELECT courses.title, joined_at, completed_at,
                (SELECT coalesce(sum(duration_seconds), 0) FROM lessons
                 WHERE lessons.course_id = courses.id AND lessons.is_published) AS seconds
         FROM programme_courses JOIN courses ON courses.id = programme_courses.course_id
         LEFT JOIN course_members ON course_members.course_id = courses.id AND course_members.user_id = $2
         WHERE programme_id = $1 AND courses.is_published
         ORDER BY programme_courses.sort_order, courses.id LIMIT $3",
        &[id.into(), user.into(), Value::Int(MAX_LESSONS)],
    )?;
    let done: Option<Vec<(Timestamp, Timestamp)>> =
        courses.iter().map(|(_, joined_at, completed_at, _)| joined_at.zip(*completed_at)).collect();
    let done = done.ok_or(Refused::NotFinished)?;
    let first = done.iter().map(|(joined, _)| *joined).min();
    let last = done.iter().map(|(_, completed)| *completed).max();
    let (first_at, last_at) = first.zip(last).ok_or(Refused::NotFinished)?;
    Ok(Eligible::New(Subject {
        column: "programme_id",
        id: id.to_owned(),
        title,
        minutes: courses.iter().map(|(.., seconds)| seconds).sum::<i64>() / 60,
        months,
        first_at: first_at.min(last_at),
        last_at,
        lessons: courses.into_iter().map(|(title, ..)| title).collect(),
    }))
}

fn store(
    tx: &mut Tx<'_>,
    id: &str,
    user: &str,
    subject: &Subject,
    name: &str,
    shows_name: bool,
    now: Timestamp,
) -> Result<(), Error> {
    let index = next_index(tx)?;
    let sql = format!(
        "INSERT INTO certificates (id, code, kind, user_id, erased_with, {}, title, holder_name, minutes, first_at,
                                   last_at, lesson_titles, issued_at, shows_name, shows_lessons, status_index, expires_at)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, {}, $12, $13, $14, $15, $16)",
        subject.column,
        tx.dialect().json_parameter("$11")
    );
    let kind = match subject.column {
        "course_id" => CertificateKind::Course,
        _ => CertificateKind::Programme,
    };
    tx.write(
        &sql,
        &[
            id.into(),
            code::new().into(),
            kind.into(),
            user.into(),
            subject.id.as_str().into(),
            subject.title.as_str().into(),
            name.into(),
            Value::Int(subject.minutes),
            subject.first_at.into(),
            subject.last_at.into(),
            json(&subject.lessons)?,
            now.into(),
            shows_name.into(),
            true.into(),
            Value::Int(index),
            expiry(subject.months, now).into(),
        ],
    )?;
    place(tx, index, id)
}

/// Returns the expiry of a certificate issued today.
pub fn expiry(months: Option<i64>, now: Timestamp) -> Option<Timestamp> {
    let months = u32::try_from(months?).ok()?;
    Some(calendar::months_later(now, months))
}

/// Assigns the next index of the status lists to the certificate. Requires the lock `certificates`.
pub fn next_status(tx: &mut Tx<'_>, certificate: &str) -> Result<i64, Error> {
    let index = next_index(tx)?;
    place(tx, index, certificate)?;
    Ok(index)
}

fn next_index(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT coalesce(max(status_index) + 1, 0) FROM credential_statuses", &[])
}

fn place(tx: &mut Tx<'_>, index: i64, certificate: &str) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO credential_statuses (status_index, certificate_id) VALUES ($1, $2)",
        &[Value::Int(index), certificate.into()],
    )?;
    Ok(())
}

/// Marks an index of the status lists as revoked.
pub fn revoke_status(tx: &mut Tx<'_>, index: i64, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "UPDATE credential_statuses SET revoked_at = $2 WHERE status_index = $1 AND revoked_at IS NULL",
        &[Value::Int(index), now.into()],
    )?;
    Ok(())
}
