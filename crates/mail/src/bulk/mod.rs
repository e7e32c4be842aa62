//! Sending in bulk: connections of their own, beside the one of the transactional queue, which therefore never waits
//! for a campaign.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `address`: the relay's address
//! - `email`: an email of a campaign, and its wire form
//! - `connection`: one connection, command by command
//! - `rates`: limits by time and by domain
//! - `warm_up`: the growing limit of a new sender

mod address;
mod connection;
mod email;
mod rates;
mod warm_up;

use std::sync::Arc;

use ateneu_base::Timestamp;
use ateneu_db::Db;

use crate::{Mail, Sender, Smtp};

use address::RelayAddress;
pub use connection::{BulkConnection, Delivery};
pub use email::BulkEmail;
pub use rates::{Limits, Rates, domain_of};
pub use warm_up::warm_up_limit;

/// The relay for campaigns. Clones share it.
#[derive(Clone)]
pub struct Bulk(Arc<Inner>);

struct Inner {
    route: Route,
    host: String,
}

enum Route {
    /// The relay, with its maximum times.
    Relay(RelayAddress, Smtp),
    /// Emails count as delivered and are shown at `/dev/outbox`.
    Outbox(Db),
}

impl Mail {
    /// Returns the relay for campaigns. Returns `None` if emails are not delivered.
    ///
    /// # Errors
    /// Fails if the URL of the relay is invalid.
    pub fn bulk(&self) -> Result<Option<Bulk>, crate::Error> {
        let route = match (self.relay(), self.keeps_outbox()) {
            (Some(smtp), _) => Route::Relay(RelayAddress::parse(smtp.url.reveal())?, smtp),
            (None, Some(db)) => Route::Outbox(db),
            (None, None) => return Ok(None),
        };
        Ok(Some(Bulk(Arc::new(Inner { route, host: self.sender().host() }))))
    }

    /// Returns the mailbox of campaigns, under another name if `name` is not empty.
    ///
    /// # Errors
    /// Fails if the owner's address is invalid.
    pub fn bulk_mailbox(&self, name: &str) -> Result<lettre::message::Mailbox, crate::Error> {
        let mut mailbox = self.sender().mailbox(self.configured_from())?;
        if !name.is_empty() {
            mailbox.name = Some(name.to_owned());
        }
        Ok(mailbox)
    }
}

impl Bulk {
    /// Opens a connection.
    ///
    /// # Errors
    /// Returns the reason in words if the relay cannot be used.
    pub async fn connect(&self) -> Result<BulkConnection, String> {
        match &self.0.route {
            Route::Relay(address, smtp) => BulkConnection::open(address, smtp, &self.0.host).await,
            Route::Outbox(db) => Ok(BulkConnection::outbox(db.clone())),
        }
    }

    /// Returns the host in the ids of its emails.
    pub fn host(&self) -> &str {
        &self.0.host
    }
}

/// Returns the header field for one-click unsubscription (RFC 8058).
pub fn unsubscribe_headers(link: &str, sender: &Sender) -> [(&'static str, String); 2] {
    let by_email = format!("mailto:{}?subject=Parar%20de%20receber", sender.email);
    [
        ("List-Unsubscribe", format!("<{link}>, <{by_email}>")),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
    ]
}

/// Returns the start of the hour, as the table of sent emails stores it.
fn hour_of(now: Timestamp) -> Timestamp {
    Timestamp::from_seconds(now.seconds().div_euclid(3_600) * 3_600)
}
