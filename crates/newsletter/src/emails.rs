//! The emails of the newsletter: a welcome, or, with double opt-in, first a request to confirm.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_content::emails::{Button, NewsletterConfirmation, NewsletterWelcome};
use ateneu_db::{Error, Tx};
use ateneu_mail::{Email, RowEmails, Sender, text};

use crate::sequences::begin_welcome;

/// Number of days within which an address must be confirmed.
const PENDING_DAYS: i64 = 7;
const PENDING: Duration = Duration::from_hours(PENDING_DAYS.unsigned_abs() * 24);

/// Number of random bytes of a token.
const TOKEN_BYTES: usize = 24;

/// Returns the emails to new addresses. With `double_opt_in` the first is a request to confirm.
pub fn emails(double_opt_in: bool) -> RowEmails {
    let columns = "email, is_active, token, confirmed_at";
    RowEmails::new("newsletter_subscriptions", columns, move |context, tx, row| {
        let token = row.text("token").map_or_else(|| ids::secret(TOKEN_BYTES), str::to_owned);
        let asks = double_opt_in && row.text("confirmed_at").is_none();
        let confirmed = (!asks).then_some(context.now);
        tx.write(
            "UPDATE newsletter_subscriptions
             SET token = $2, confirmed_at = coalesce(confirmed_at, $3) WHERE id = $1",
            &[row.get("id").clone(), token.as_str().into(), confirmed.into()],
        )?;
        // The person unsubscribed before the email was written.
        if !row.boolean("is_active") {
            return Ok(Vec::new());
        }
        let sender = context.sender;
        let address = text(row, "email");
        // Every confirmed subscription comes here once, imported ones never.
        if !asks {
            // The person has come back.
            let sql = "DELETE FROM newsletter_departures WHERE email = $1 AND list = 'open'";
            tx.execute(sql, &[address.into()])?;
            begin_welcome(tx, address, text(row, "id"), context.now)?;
        }
        let email = if asks { question(sender, &token) } else { welcome(sender, &token) };
        Ok(vec![email.to(address, sender)])
    })
    .cleanup(end_unconfirmed)
}

fn welcome(sender: &Sender, token: &str) -> Email {
    let email = sender.email(&NewsletterWelcome { button: Button(sender.link("/blog")) });
    email.unsubscribe(sender.link(&format!("/newsletter/sair/{token}")))
}

fn question(sender: &Sender, token: &str) -> Email {
    let link = sender.link(&format!("/newsletter/confirmar/{token}"));
    sender.email(&NewsletterConfirmation { days: PENDING_DAYS, button: Button(link) })
}

/// Ends subscriptions that were never confirmed. Their addresses may subscribe again.
fn end_unconfirmed(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE newsletter_subscriptions SET is_active = FALSE, updated_at = $1
               WHERE is_active AND confirmed_at IS NULL AND notified_at < $2";
    tx.write(sql, &[now.into(), (now - PENDING).into()]).map(drop)
}
