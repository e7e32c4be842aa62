//! The relay's address: the same URLs as for single emails.

use lettre::transport::smtp::{authentication::Credentials, client::TlsParameters};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::Error;

/// Encryption of a connection.
pub(crate) enum Encryption {
    None,
    /// TLS from the first byte.
    Wrapped(TlsParameters),
    /// STARTTLS. A relay without it is refused.
    Required(TlsParameters),
    /// STARTTLS, if the relay offers it.
    Opportunistic(TlsParameters),
}

/// Address of a relay.
pub(crate) struct RelayAddress {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    pub(crate) credentials: Option<Credentials>,
}

impl RelayAddress {
    /// Reads a URL such as `smtp://user:password@host:587?tls=required`.
    ///
    /// # Errors
    /// Fails if the URL is invalid. The text omits its password.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let fault = |fault: &str| Error::Relay(fault.to_owned());
        let url = Url::parse(text).map_err(|error| fault(&error.to_string()))?;
        let host = url.host_str().ok_or_else(|| fault("the host is missing"))?.to_owned();
        let tls = || TlsParameters::new(host.clone()).map_err(|error| fault(&error.to_string()));
        let option = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        let (port, encryption) = match (url.scheme(), option.as_deref()) {
            ("smtp", None) => (25, Encryption::None),
            ("smtp", Some("required")) => (587, Encryption::Required(tls()?)),
            ("smtp", Some("opportunistic")) => (587, Encryption::Opportunistic(tls()?)),
            ("smtps", _) => (465, Encryption::Wrapped(tls()?)),
            _ => return Err(fault("the scheme must be smtp or smtps")),
        };
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8();
            text.map(std::borrow::Cow::into_owned).map_err(|error| fault(&error.to_string()))
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        Ok(Self { port: url.port().unwrap_or(port), host, encryption, credentials })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_url_gives_port_and_encryption() {
        let read = |text: &str| {
            let address = RelayAddress::parse(text).unwrap();
            let kind = match address.encryption {
                Encryption::None => "none",
                Encryption::Wrapped(_) => "wrapped",
                Encryption::Required(_) => "required",
                Encryption::Opportunistic(_) => "opportunistic",
            };
            (address.host, address.port, kind, address.credentials.is_some())
        };
        assert_eq!(read("smtp://127.0.0.1:2525"), ("127.0.0.1".into(), 2525, "none", false));
        assert_eq!(read("smtps://a%40b:c%2F@smtp.example"), ("smtp.example".into(), 465, "wrapped", true));
        assert_eq!(read("smtp://smtp.example?tls=required").2, "required");
        assert!(RelayAddress::parse("http://smtp.example").is_err());
    }
}
