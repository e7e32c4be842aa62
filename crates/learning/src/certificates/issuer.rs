//! The issuer of credentials, its URLs and its format of instants.

use ateneu_base::Timestamp;
use serde_json::{Value as Json, json};

/// URLs of this installation.
pub struct Addresses<'a> {
    /// URL of the site, without a slash at the end.
    pub public_url: &'a str,
}

impl Addresses<'_> {
    /// Returns the URL of the public page.
    pub fn page(&self, code: &str) -> String {
        format!("{}/certificados/{code}", self.public_url)
    }

    /// Returns the URL of the issuer.
    pub fn issuer(&self) -> String {
        format!("{}/credentials/issuer", self.public_url)
    }

    /// Returns the URL of a status list.
    pub fn list(&self, number: i64) -> String {
        format!("{}/credentials/status/{number}", self.public_url)
    }
}

/// Returns the profile of the issuer.
pub fn issuer(addresses: &Addresses<'_>, name: &str) -> Json {
    json!({ "id": addresses.issuer(), "type": ["Profile"], "name": name, "url": addresses.public_url })
}

/// Formats an instant without fractions, which some verifiers do not accept.
pub fn seconds(at: Timestamp) -> String {
    let at = at.to_string();
    format!("{}Z", at.get(..19).unwrap_or(&at))
}
