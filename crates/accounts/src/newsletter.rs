//! The letter of the house, followed and left by the person whose address it goes to. The address is proved, so nothing
//! has to be confirmed.

use ateneu_base::{Change, Record, Timestamp, Verb, ids};
use ateneu_db::Tx;

use crate::{Error, Kind, People, Refusal, person};

const TABLE: &str = "newsletter_subscriptions";

static NO_ADDRESS: Refusal = Refusal {
    kind: Kind::Conflict,
    code: "email_not_confirmed",
    message: "Confirme o e-mail da sua conta para receber a carta.",
};

impl People {
    /// Does the letter go to this person?
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn follows_newsletter(&self, user_id: &str) -> Result<bool, Error> {
        let id = user_id.to_owned();
        self.db()
            .read(move |tx| match person::find(tx, &id)?.email {
                Some(email) => is_active(tx, &email),
                None => Ok(false),
            })
            .await
    }

    /// From now on it does, or does not. Asking for what is so already changes nothing.
    ///
    /// # Errors
    /// `email_not_confirmed` when there is no proved address it could go to.
    pub async fn follow_newsletter(&self, user_id: &str, follows: bool) -> Result<(), Error> {
        let (id, now) = (user_id.to_owned(), self.now());
        self.db()
            .write(move |tx| {
                let email = person::find(tx, &id)?.email.ok_or(Error::Refused(&NO_ADDRESS))?;
                match (is_active(tx, &email)?, follows) {
                    (false, true) => subscribe(tx, &email, now),
                    (true, false) => leave(tx, &email, now),
                    _ => Ok(()),
                }
            })
            .await
    }
}

fn is_active(tx: &mut Tx<'_>, email: &str) -> Result<bool, Error> {
    let sql = "SELECT id FROM newsletter_subscriptions WHERE email = $1 AND is_active";
    Ok(tx.query_optional(sql, &[email.into()])?.is_some())
}

/// The row owes its welcome.
fn subscribe(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<(), Error> {
    let id = ids::row_id(now);
    tx.execute(
        "INSERT INTO newsletter_subscriptions (id, email, is_active, created_at, updated_at, confirmed_at)
         VALUES ($1, $2, TRUE, $3, $3, $3)",
        &[(&id).into(), email.into(), now.into()],
    )?;
    changed(tx, Verb::Insert, &id);
    Ok(())
}

fn leave(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<(), Error> {
    let left = tx.query(
        "UPDATE newsletter_subscriptions SET is_active = FALSE, unsubscribed_at = $2, updated_at = $2
         WHERE email = $1 AND is_active RETURNING id",
        &[email.into(), now.into()],
    )?;
    for row in &left {
        changed(tx, Verb::Update, row.text("id").unwrap_or_default());
    }
    Ok(())
}

fn changed(tx: &mut Tx<'_>, verb: Verb, id: &str) {
    let key = Record::from_iter([("id".to_owned(), id.into())]);
    tx.changed(Change {
        table: TABLE.into(),
        verb,
        old: (verb != Verb::Insert).then(|| key.clone()),
        new: Some(key),
    });
}
