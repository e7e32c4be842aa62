//! The address of a mailbox.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;
use url::Url;

use super::MailboxError;

/// Port of IMAP with TLS, and without.
const PORTS: (u16, u16) = (993, 143);

/// Folder of a URL without a path.
const INBOX: &str = "INBOX";

/// A mailbox's address, with its password.
pub(super) struct MailboxAddress {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) has_tls: bool,
    pub(super) user: String,
    pub(super) password: String,
    pub(super) folder: String,
}

impl MailboxAddress {
    /// Reads a URL. Only this machine is reached without TLS.
    pub(super) fn parse(text: &str) -> Result<Self, MailboxError> {
        let url = Url::parse(text).map_err(|_| MailboxError::Url("it is no URL"))?;
        let has_tls = match url.scheme() {
            "imaps" => true,
            "imap" => false,
            _ => return Err(MailboxError::Url("the scheme must be imaps")),
        };
        let host = url.host_str().ok_or(MailboxError::Url("the host is missing"))?;
        let host = host.trim_matches(['[', ']']).to_owned();
        if !has_tls && !is_this_machine(&host) {
            return Err(MailboxError::Url("the scheme must be imaps, because the password is sent"));
        }
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8();
            text.map(std::borrow::Cow::into_owned).map_err(|_| MailboxError::Url("it is not UTF-8"))
        };
        let user = decoded(url.username())?;
        let password = decoded(url.password().unwrap_or_default())?;
        if user.is_empty() || password.is_empty() {
            return Err(MailboxError::Url("user or password is missing"));
        }
        let folder = decoded(url.path().trim_matches('/'))?;
        let folder = if folder.is_empty() { INBOX.to_owned() } else { folder };
        let port = url.port().unwrap_or(if has_tls { PORTS.0 } else { PORTS.1 });
        Ok(Self { host, port, has_tls, user, password, folder })
    }

    /// Returns the name under which positions are stored.
    pub(super) fn name(&self) -> String {
        format!("{}@{}:{}/{}", self.user, self.host, self.port, self.folder)
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_url_gives_host_port_user_and_folder() {
        let read = |text: &str| MailboxAddress::parse(text).map(|address| address.name()).ok();
        for (url, name) in [
            ("imaps://a%40casa.test:s%2F@mail.casa.test", "a@casa.test@mail.casa.test:993/INBOX"),
            ("imaps://a:s@mail.casa.test:1993/Retornos%20lidos", "a@mail.casa.test:1993/Retornos lidos"),
            ("imap://a:s@127.0.0.1:1143/", "a@127.0.0.1:1143/INBOX"),
            ("imap://a:s@[::1]", "a@::1:143/INBOX"),
            ("imap://a:s@localhost", "a@localhost:143/INBOX"),
        ] {
            assert_eq!(read(url).as_deref(), Some(name), "{url}");
        }
        for url in [
            "",
            "imaps://mail.casa.test",
            "imaps://a@mail.casa.test",
            "imap://a:s@mail.casa.test",
            "imap://a:s@10.0.0.1",
            "https://a:s@mail.casa.test",
        ] {
            assert_eq!(read(url), None, "{url}");
        }
    }
}
