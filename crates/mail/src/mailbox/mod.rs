//! A mailbox that the server reads by IMAP: failed deliveries and complaints, later replies. Messages are read without
//! marking them, from a position that the reader stores with the effect of each message.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: reasons why a mailbox cannot be read
//! - `address`: the mailbox's address
//! - `position`: the last message that a reader took
//! - `stream`: connections with and without TLS, and a limit of bytes
//! - `session`: an open mailbox

mod address;
mod error;
mod position;
mod session;
mod stream;

use std::time::Duration;

use ateneu_base::Secret;
use rustls::pki_types::CertificateDer;
use tokio::time::timeout;

pub use error::MailboxError;
pub use position::{Position, Reader};
pub use session::{MailboxSession, Received};

use address::MailboxAddress;
use stream::Connector;

/// A mailbox and the times of its requests.
#[derive(Clone, Debug)]
pub struct Imap {
    /// `imaps://user:password@host/folder`, or `imap://…` for this machine.
    pub url: Secret,
    /// Maximum time to connect and sign in.
    pub connect: Duration,
    /// Maximum time of one command.
    pub command: Duration,
    /// Certificates that are trusted beside those of the machine.
    pub trusted: Vec<CertificateDer<'static>>,
}

impl Imap {
    /// Returns the mailbox with this URL, fifteen seconds to sign in and thirty for a command.
    pub fn new(url: &str) -> Self {
        let (connect, command) = (Duration::from_secs(15), Duration::from_secs(30));
        Self { url: url.into(), connect, command, trusted: Vec::new() }
    }

    /// Checks the URL.
    ///
    /// # Errors
    /// Fails if it is invalid, or leaves this machine without encryption.
    pub fn verify(&self) -> Result<(), MailboxError> {
        MailboxAddress::parse(self.url.reveal()).map(drop)
    }

    /// Returns the mailbox's name, without its password.
    ///
    /// # Errors
    /// Fails if the URL is invalid.
    pub fn name(&self) -> Result<String, MailboxError> {
        MailboxAddress::parse(self.url.reveal()).map(|address| address.name())
    }

    /// Signs in and opens the folder.
    ///
    /// # Errors
    /// Fails if the URL is invalid, the server cannot be reached in time, its certificate is not trusted, or it refuses
    /// the password or the folder.
    pub async fn open(&self) -> Result<MailboxSession, MailboxError> {
        let address = MailboxAddress::parse(self.url.reveal())?;
        let opening = async {
            let stream = Connector::new(&self.trusted)?.connect(&address).await?;
            MailboxSession::open(stream, &address, self.command).await
        };
        timeout(self.connect, opening).await.unwrap_or(Err(MailboxError::TooSlow))
    }
}
