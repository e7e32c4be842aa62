//! Revokes a certificate: its credential enters the status list for ever, and the public page says so. Only
//! administrators may issue it again, as another credential.

use ateneu_audit::Entry;
use ateneu_functions::{Administrator, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{certificate::Certificate, issue, service::Certificates};
use crate::refused::Refused;

const MAX_REASON_LENGTH: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RevokeCertificate {
    certificate_id: String,
    /// Reason, for the holder and the audit log.
    reason: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Revoked {
    revoked_at: String,
}

pub async fn revoke(
    certificates: Certificates,
    by: Administrator,
    request: RevokeCertificate,
) -> Result<Revoked, Refusal> {
    let reason = request.reason.trim().to_owned();
    if reason.is_empty() || reason.chars().count() > MAX_REASON_LENGTH {
        return Err(Refusal::invalid_payload("Escreva o motivo, com até 500 letras."));
    }
    certificates
        .write(move |tx, now| {
            let certificate = Certificate::by_id(tx, &request.certificate_id)?;
            if certificate.revoked_at.is_some() {
                return Err(Refused::CertificateRevoked.into());
            }
            tx.write(
                "UPDATE certificates SET revoked_at = $2, revoked_reason = $3 WHERE id = $1",
                &[certificate.id.as_str().into(), now.into(), reason.as_str().into()],
            )?;
            issue::revoke_status(tx, certificate.status_index, now)?;
            let entry = Entry {
                action: "revoke-certificate",
                subject: &certificate.code,
                old: None,
                new: Some(&reason),
            };
            ateneu_audit::write(tx, by.0.as_ref(), entry, now)?;
            Ok(Revoked { revoked_at: now.to_string() })
        })
        .await
}
