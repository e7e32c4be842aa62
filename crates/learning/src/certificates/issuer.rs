//! The issuer of credentials, its addresses and its form of instants.

use ateneu_base::Timestamp;
use serde_json::{Value as Json, json};

/// Addresses of this installation.
pub struct Addresses<'a> {
    /// Address of the site, without a slash at the end.
    pub public_url: &'a str,
}

impl Addresses<'_> {
    /// The public page.
    pub fn page(&self, code: &str) -> String {
        format!("{}/certificados/{code}", self.public_url)
    }

    /// Returns the address of the issuer.
    pub fn issuer(&self) -> String {
        format!("{}/credentials/issuer", self.public_url)
    }

    /// A status list.
    pub fn list(&self, number: i64) -> String {
        format!("{}/credentials/status/{number}", self.public_url)
    }
}

/// The profile of the issuer.
pub fn issuer(addresses: &Addresses<'_>, name: &str) -> Json {
    json!({ "id": addresses.issuer(), "type": ["Profile"], "name": name, "url": addresses.public_url })
}

/// An instant without fractions: some verifiers read no others.
pub fn seconds(at: Timestamp) -> String {
    let at = at.to_string();
    format!("{}Z", at.get(..19).unwrap_or(&at))
}
