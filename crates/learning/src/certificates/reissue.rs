//! Issues a certificate again in a corrected name: for its holder a few times, for administrators always, also after a
//! revocation. The code is kept. The former credential is revoked, and its index is never used again.

use ateneu_audit::Entry;
use ateneu_base::{Timestamp, Value};
use ateneu_db::Tx;
use ateneu_functions::{Administrator, Refusal, SignedIn};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    certificate::Certificate,
    issue::{self, Issued, next_status, revoke_status},
    service::Certificates,
};
use crate::{open::json, refused::Refused};

/// Maximum number of holders' changes of the name.
const MAX_NAMES: usize = 5;
/// Maximum number of stored names.
const MAX_STORED_NAMES: usize = 50;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReissueCertificate {
    certificate_id: String,
    /// Name to print.
    holder_name: String,
}

pub async fn by_holder(
    certificates: Certificates,
    by: SignedIn,
    request: ReissueCertificate,
) -> Result<Issued, Refusal> {
    let name = issue::name(&request.holder_name)?;
    certificates
        .write(move |tx, now| {
            let own = Certificate::find_own(tx, &request.certificate_id, &by.user_id)?;
            if own.revoked_at.is_some() {
                return Err(Refused::CertificateRevoked.into());
            }
            if own.holder_name == name {
                return Ok(own.into());
            }
            again(tx, &own, &name, MAX_NAMES, now)
        })
        .await
}

pub async fn by_administrator(
    certificates: Certificates,
    by: Administrator,
    request: ReissueCertificateFor,
) -> Result<Issued, Refusal> {
    let name = issue::name(&request.holder_name)?;
    certificates
        .write(move |tx, now| {
            let before = Certificate::by_id(tx, &request.certificate_id)?;
            let entry = Entry {
                action: "reissue-certificate",
                subject: &before.code,
                old: Some(&before.holder_name),
                new: Some(&name),
            };
            ateneu_audit::write(tx, by.0.as_ref(), entry, now)?;
            if request.is_renewed {
                renew(tx, &before, now)?;
            }
            again(tx, &before, &name, MAX_STORED_NAMES, now)
        })
        .await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReissueCertificateFor {
    certificate_id: String,
    /// Name to print.
    holder_name: String,
    /// True if its validity begins anew today, with the present months of its course or programme.
    #[serde(default)]
    is_renewed: bool,
}

/// Restarts the validity.
fn renew(tx: &mut Tx<'_>, certificate: &Certificate, now: Timestamp) -> Result<(), Refusal> {
    let table = if certificate.is_of_course() { "courses" } else { "programmes" };
    let sql = format!("SELECT certificate_months FROM {table} WHERE id = $1");
    let months: Option<Option<i64>> = match certificate.subject_id() {
        Some(id) => tx.query_optional_as(&sql, &[id.into()])?,
        None => None,
    };
    let months = months.ok_or(Refused::SubjectRemoved)?;
    let until = issue::expiry(months, now);
    tx.write(
        "UPDATE certificates SET expires_at = $2 WHERE id = $1",
        &[certificate.id.as_str().into(), until.into()],
    )?;
    Ok(())
}

fn again(
    tx: &mut Tx<'_>,
    before: &Certificate,
    name: &str,
    most: usize,
    now: Timestamp,
) -> Result<Issued, Refusal> {
    let id = before.id.as_str();
    let row = tx.query_optional("SELECT former_names FROM certificates WHERE id = $1", &[id.into()])?;
    let mut former: Vec<Json> =
        row.ok_or(Refused::CertificateNotFound)?.json("former_names")?.unwrap_or_default();
    if before.holder_name != name {
        if former.len() >= most {
            return Err(Refused::TooManyNames.into());
        }
        former.push(json!({ "name": before.holder_name, "until": now.to_string() }));
    }
    revoke_status(tx, before.status_index, now)?;
    let index = next_status(tx, id)?;
    let sql = format!(
        "UPDATE certificates SET holder_name = $2, former_names = {}, reissued_at = $4, status_index = $5,
                revoked_at = NULL, revoked_reason = NULL
         WHERE id = $1",
        tx.dialect().json_parameter("$3")
    );
    tx.write(&sql, &[id.into(), name.into(), json(&former)?, now.into(), Value::Int(index)])?;
    Ok(Certificate::by_id(tx, id)?.into())
}
