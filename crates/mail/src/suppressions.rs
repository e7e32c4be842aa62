//! Addresses that get no newsletter: since when, why, and who said so.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_schema::Words;

/// Kind of a suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum SuppressionKind {
    /// The mailbox does not exist or is closed.
    Hard,
    /// The mailbox refused several emails for now.
    Soft,
    /// The person reported an email as spam.
    Complaint,
    /// The owner added the address.
    Manual,
}

/// Source of a suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum SuppressionSource {
    /// The response of the relay.
    Relay,
    /// A report by email.
    Report,
    /// A report of the provider's server.
    Webhook,
    /// The panel.
    Panel,
}

/// Suppresses an address. A complaint is not replaced by another kind.
///
/// # Errors
/// Fails if the database does.
pub fn suppress(
    tx: &mut Tx<'_>,
    recipient: &str,
    (kind, source): (SuppressionKind, SuppressionSource),
    reason: &str,
    now: Timestamp,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO mail_suppressions (recipient, kind, source, reason, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (recipient) DO UPDATE SET kind = excluded.kind, source = excluded.source,
             reason = excluded.reason, created_at = excluded.created_at
         WHERE mail_suppressions.kind <> 'complaint'",
        &[recipient.into(), kind.into(), source.into(), reason.into(), now.into()],
    )
    .map(drop)
}

/// Suppresses an address that the relay has refused for good.
///
/// # Errors
/// Fails if the database does.
pub fn suppress_refused(tx: &mut Tx<'_>, recipient: &str, reason: &str, now: Timestamp) -> Result<(), Error> {
    suppress(tx, recipient, (SuppressionKind::Hard, SuppressionSource::Relay), reason, now)
}

/// Lifts the suppression of an address, after the person's own new consent, or of a number that takes messages again.
///
/// # Errors
/// Fails if the database does.
pub fn lift(tx: &mut Tx<'_>, recipient: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM mail_suppressions WHERE recipient = $1", &[recipient.into()]).map(drop)
}
