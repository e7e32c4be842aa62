//! Certificates: issued by the server's rule, shown as the holder allows, verifiable by anyone with the code.
//!
//! | file | subject |
//! | --- | --- |
//! | `issue` | conditions of a certificate, and its name |
//! | `reissue` | another issue, in a corrected name |
//! | `revoke` | revocation |
//! | `page` | the public page |
//! | `code` | the form of codes |
//! | `files`, `pdf`, `badge` | certificates as files, drawn by `fonts` and `ink` |
//! | `issuer`, `credential`, `keys`, `status` | the signed credential, and the lists of revoked ones |

mod badge;
mod certificate;
mod code;
mod credential;
mod files;
mod fonts;
mod ink;
mod issue;
mod issuer;
mod keys;
mod page;
mod pdf;
mod reissue;
mod revoke;
mod service;
mod status;

use ateneu_functions::Function;

pub use keys::{Error as CertificatesError, rotate as rotate_credential_key};
pub use service::{Certificates, Deps};

/// Labels of this module's actions in the audit log.
pub const AUDIT_LABELS: &[(&str, &str)] = &[
    ("revoke-certificate", "Certificado revogado"),
    ("reissue-certificate", "Certificado reemitido"),
    ("rotate-credential-key", "Chave de certificados trocada"),
];

/// Returns the server functions of certificates.
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
