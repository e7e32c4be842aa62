//! Certificates as files: always for the holder, for everybody if the holder shows the name.

use ateneu_functions::{Refusal, SignedIn};
use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{badge, certificate::Certificate, credential, issuer::Addresses, pdf, service::Certificates};
use crate::refused::Refused;

/// Form of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A document for printing and sending.
    Pdf,
    /// The badge, a picture with the credential inside.
    Png,
    /// The credential alone.
    Jwt,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    certificate_id: String,
    form: Form,
}

/// Sends a file to the holder.
pub async fn download_own(
    certificates: Certificates,
    by: SignedIn,
    request: CertificateFile,
) -> Result<Response, Refusal> {
    let id = request.certificate_id;
    let own = certificates.db.read(move |tx| Certificate::find_own(tx, &id, &by.user_id)).await?;
    certificates.file(own, request.form).await
}

impl Certificates {
    /// Draws or signs the certificate.
    ///
    /// # Errors
    /// Fails with `certificate_revoked`, or on a defect of the program.
    pub(super) async fn file(&self, certificate: Certificate, form: Form) -> Result<Response, Refusal> {
        if certificate.revoked_at.is_some() {
            return Err(Refused::CertificateRevoked.into());
        }
        let content = self.content.current();
        let addresses = Addresses { public_url: &self.public_url };
        let link = addresses.page(&certificate.code);
        let claims = credential::claims(&certificate, &addresses, &content.site.name);
        let name = format!("certificado-{}", certificate.code);
        let _permit = self.drawing.acquire().await.map_err(defect)?;
        let (kind, extension, bytes) = match form {
            Form::Jwt => {
                ("application/vc+jwt", "jwt", self.sign(&claims).await.map_err(defect)?.into_bytes())
            }
            Form::Png => {
                let signed = self.sign(&claims).await.map_err(defect)?;
                let code = certificate.code;
                let draw = move || badge::draw(&code, &signed, &link);
                let drawn = tokio::task::spawn_blocking(draw).await.map_err(defect)?;
                ("image/png", "png", drawn.map_err(defect)?)
            }
            Form::Pdf => {
                let issuer = pdf::Issuer {
                    name: content.site.name.to_string(),
                    role: content.site.role.to_string(),
                    monogram: content.site.monogram.to_string(),
                };
                let draw = move || pdf::draw(&certificate, &issuer, &link);
                let drawn = tokio::task::spawn_blocking(draw).await.map_err(defect)?;
                ("application/pdf", "pdf", drawn.map_err(defect)?)
            }
        };
        let disposition = format!("attachment; filename=\"{name}.{extension}\"");
        let disposition = HeaderValue::try_from(disposition).map_err(defect)?;
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
            (header::CONTENT_DISPOSITION, disposition),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        Ok((headers, bytes).into_response())
    }
}

/// Logs a defect of the program and returns an internal error.
pub fn defect(error: impl std::fmt::Display) -> Refusal {
    tracing::error!(%error, "a certificate could not be made");
    Refusal::internal()
}

/// Returns the form of a file's name.
pub fn form(name: &str) -> Option<Form> {
    match name {
        "certificado.pdf" => Some(Form::Pdf),
        "certificado.png" => Some(Form::Png),
        "certificado.jwt" => Some(Form::Jwt),
        _ => None,
    }
}
