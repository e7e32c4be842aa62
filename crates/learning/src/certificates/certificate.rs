//! The row of a certificate.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx, json_column};
use ateneu_functions::Refusal;
use serde::Deserialize;

use crate::refused::Refused;

/// A stored certificate.
#[derive(Deserialize)]
pub(super) struct Certificate {
    pub(super) id: String,
    pub(super) code: String,
    /// The course or programme, while there is one.
    pub(super) subject_id: Option<String>,
    /// True for a course, false for a programme.
    pub(super) is_course: bool,
    pub(super) title: String,
    pub(super) holder_name: String,
    pub(super) minutes: i64,
    pub(super) first_at: String,
    pub(super) last_at: String,
    #[serde(deserialize_with = "json_column")]
    pub(super) lesson_titles: Vec<String>,
    pub(super) issued_at: String,
    pub(super) reissued_at: Option<String>,
    /// Time at which the certificate expires. `None` means never.
    pub(super) expires_at: Option<String>,
    pub(super) shows_name: bool,
    pub(super) shows_lessons: bool,
    pub(super) status_index: i64,
    pub(super) revoked_at: Option<String>,
}

const COLUMNS: &str =
    "id, code, coalesce(course_id, programme_id) AS subject_id, kind = 'course' AS is_course, title, holder_name, minutes,
    first_at, last_at, lesson_titles, issued_at, reissued_at, expires_at, shows_name, shows_lessons, status_index, revoked_at";

impl Certificate {
    /// Returns `true` if it was valid until a time that has passed.
    pub(super) fn is_expired(&self, now: Timestamp) -> bool {
        let until = self.expires_at.as_deref().and_then(|until| Timestamp::parse(until).ok());
        until.is_some_and(|until| until <= now)
    }

    /// The certificate for which the SQL condition holds.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        condition: &str,
        parameters: &[Value],
    ) -> Result<Option<Self>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM certificates WHERE {condition}");
        tx.query_optional_as(&sql, parameters)
    }

    pub(super) fn by_id(tx: &mut Tx<'_>, id: &str) -> Result<Self, Refusal> {
        Self::find(tx, "id = $1", &[id.into()])?.ok_or_else(|| Refused::CertificateNotFound.into())
    }

    /// The certificate of this holder. A change of it needs the lock `certificates`.
    pub(super) fn find_own(tx: &mut Tx<'_>, id: &str, user: &str) -> Result<Self, Refusal> {
        Self::find(tx, "id = $1 AND user_id = $2", &[id.into(), user.into()])?
            .ok_or_else(|| Refused::CertificateNotFound.into())
    }
}
