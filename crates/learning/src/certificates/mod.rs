//! Certificates: issued by the server's own rule, shown as the holder allows, checked by anybody who knows the code.
//!
//! | file | knows |
//! | --- | --- |
//! | `issue` | who gets one, and under which name |
//! | `reissue` | issues one again, under a corrected name |
//! | `revoke` | takes one back |
//! | `page` | what the public page shows |
//! | `code` | the form of codes |
//! | `files`, `pdf`, `badge` | certificates as files, drawn by `letters`, `art` and `ink` |
//! | `credential`, `keys`, `status` | the signed credential, and what is revoked |

mod art;
mod badge;
mod code;
mod credential;
mod files;
mod ink;
mod issue;
mod keys;
mod letters;
mod page;
mod pdf;
mod reissue;
mod revoke;
mod status;

use std::sync::Arc;

use ateneu_auth::AtRest;
use ateneu_base::{Clock, Timestamp, Value};
use ateneu_content::Content;
use ateneu_db::{Db, Error, Tx, json_column};
use ateneu_functions::{Function, Refusal};
use axum::Router;
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::error_code::ErrorCode;

pub use keys::{Error as CertificatesError, rotate as rotate_credential_key};

/// Labels of this module's actions in the audit log.
pub const AUDIT_LABELS: &[(&str, &str)] = &[
    ("revoke-certificate", "Certificado revogado"),
    ("reissue-certificate", "Certificado reemitido"),
    ("rotate-credential-key", "Chave de certificados trocada"),
];

/// Dependencies of [`Certificates`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The owner's words: who issues.
    pub content: Content,
    /// The visitors' address.
    pub public_url: String,
    /// Encrypts the key of credentials.
    pub at_rest: AtRest,
}

/// The certificates. Cloning is cheap.
#[derive(Clone)]
pub struct Certificates {
    db: Db,
    clock: Clock,
    content: Content,
    public_url: Arc<str>,
    keys: Arc<keys::Keyring>,
    drawing: Arc<Semaphore>,
}

impl Certificates {
    /// Reads the key of credentials, making it where there is none.
    ///
    /// # Errors
    /// Fails if the database does, and if the key is encrypted with one that is not configured.
    pub async fn open(deps: Deps) -> Result<Self, CertificatesError> {
        let keys = keys::Keyring::open(&deps.db, deps.at_rest, deps.clock.now()).await?;
        Ok(Self {
            db: deps.db,
            clock: deps.clock,
            content: deps.content,
            public_url: files::trimmed(&deps.public_url),
            keys: Arc::new(keys),
            drawing: Arc::new(Semaphore::new(files::DRAWN_AT_ONCE)),
        })
    }

    /// Writes certificates, one request at a time, with the present instant.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, Timestamp) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let now = self.clock.now();
        let locked = move |tx: &mut Tx<'_>| {
            // Two requests at once make one certificate.
            tx.lock("certificates")?;
            work(tx, now)
        };
        self.db.write(locked).await
    }

    /// The claims as a signed token.
    async fn sign(&self, claims: &impl serde::Serialize) -> Result<String, CertificatesError> {
        self.keys.current(self.clock.now()).await?.sign(claims)
    }

    /// `/credentials`: what anybody may read of certificates. The layer that says who calls must stand around it.
    pub fn router(&self) -> Router {
        page::router(self)
    }

    /// The public page of certificates, rendered by `pages`. The layer that says who calls must stand around it.
    pub fn page(&self, pages: Router) -> Router {
        page::guarded(self, pages)
    }
}

/// Every server function of certificates.
pub fn functions() -> Vec<Function<Certificates>> {
    const PURPOSE: &str = "cuidar dos seus certificados";
    vec![
        Function::new("issue-certificate", PURPOSE, issue::issue),
        Function::new("reissue-certificate", PURPOSE, reissue::by_holder),
        Function::new("show-certificate", PURPOSE, issue::show),
        Function::download("certificate-file", PURPOSE, files::download_own),
        Function::new("reissue-certificate-for", PURPOSE, reissue::by_administrator),
        Function::new("revoke-certificate", PURPOSE, revoke::revoke),
    ]
}

/// A stored certificate.
#[derive(Deserialize)]
struct Certificate {
    id: String,
    code: String,
    /// The course or programme, while there is one.
    subject_id: Option<String>,
    /// True for a course, false for a programme.
    is_course: bool,
    title: String,
    holder_name: String,
    minutes: i64,
    first_at: String,
    last_at: String,
    #[serde(deserialize_with = "json_column")]
    lesson_titles: Vec<String>,
    issued_at: String,
    reissued_at: Option<String>,
    /// Time at which the certificate expires. `None` means never.
    expires_at: Option<String>,
    shows_name: bool,
    shows_lessons: bool,
    status_index: i64,
    revoked_at: Option<String>,
}

const COLUMNS: &str =
    "id, code, coalesce(course_id, programme_id) AS subject_id, kind = 'course' AS is_course, title, holder_name, minutes,
    first_at, last_at, lesson_titles, issued_at, reissued_at, expires_at, shows_name, shows_lessons, status_index, revoked_at";

impl Certificate {
    /// Returns `true` if it was valid until a time that has passed.
    fn is_expired(&self, now: Timestamp) -> bool {
        let until = self.expires_at.as_deref().and_then(|until| Timestamp::parse(until).ok());
        until.is_some_and(|until| until <= now)
    }

    /// The certificate for which the SQL condition holds.
    fn find(tx: &mut Tx<'_>, condition: &str, parameters: &[Value]) -> Result<Option<Self>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM certificates WHERE {condition}");
        tx.query_optional_as(&sql, parameters)
    }

    fn by_id(tx: &mut Tx<'_>, id: &str) -> Result<Self, Refusal> {
        Self::find(tx, "id = $1", &[id.into()])?.ok_or_else(not_found)
    }

    /// The certificate of this holder. A change of it needs the lock `certificates`.
    fn find_own(tx: &mut Tx<'_>, id: &str, user: &str) -> Result<Self, Refusal> {
        Self::find(tx, "id = $1 AND user_id = $2", &[id.into(), user.into()])?.ok_or_else(not_found)
    }
}

fn not_found() -> Refusal {
    Refusal::not_found(ErrorCode::CertificateNotFound.into_str(), "Este certificado não existe.")
}
