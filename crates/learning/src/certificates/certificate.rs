//! The row of a certificate.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx};
use ateneu_functions::Refusal;
use ateneu_schema::TableRow;

use crate::{refused::Refused, words::CertificateKind};

/// A stored certificate.
#[derive(Clone, PartialEq, TableRow)]
#[table("certificates")]
pub(super) struct Certificate {
    pub(super) id: String,
    pub(super) code: String,
    pub(super) kind: CertificateKind,
    pub(super) course_id: Option<String>,
    pub(super) programme_id: Option<String>,
    pub(super) title: String,
    pub(super) holder_name: String,
    pub(super) minutes: i64,
    pub(super) first_at: Timestamp,
    pub(super) last_at: Timestamp,
    pub(super) lesson_titles: Vec<String>,
    pub(super) issued_at: Timestamp,
    pub(super) reissued_at: Option<Timestamp>,
    /// Time at which the certificate expires. `None` means never.
    pub(super) expires_at: Option<Timestamp>,
    pub(super) shows_name: bool,
    pub(super) shows_lessons: bool,
    pub(super) status_index: i64,
    pub(super) revoked_at: Option<Timestamp>,
}

impl Certificate {
    /// Returns `true` if its expiry has passed.
    pub(super) fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|until| until <= now)
    }

    /// Returns `true` for a course, `false` for a programme.
    pub(super) fn is_of_course(&self) -> bool {
        self.kind == CertificateKind::Course
    }

    /// Returns the id of the course or programme, while it exists.
    pub(super) fn subject_id(&self) -> Option<&String> {
        self.course_id.as_ref().or(self.programme_id.as_ref())
    }

    /// Finds the certificate for which the SQL condition holds.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        condition: &str,
        parameters: &[Value],
    ) -> Result<Option<Self>, Error> {
        tx.row(&format!("WHERE {condition}"), parameters)
    }

    pub(super) fn by_id(tx: &mut Tx<'_>, id: &str) -> Result<Self, Refusal> {
        Self::find(tx, "id = $1", &[id.into()])?.ok_or_else(|| Refused::CertificateNotFound.into())
    }

    /// Finds the certificate of this holder. A change requires the lock `certificates`.
    pub(super) fn find_own(tx: &mut Tx<'_>, id: &str, user: &str) -> Result<Self, Refusal> {
        Self::find(tx, "id = $1 AND user_id = $2", &[id.into(), user.into()])?
            .ok_or_else(|| Refused::CertificateNotFound.into())
    }
}
