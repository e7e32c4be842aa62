//! Requests an erasure, and cancels the request.

use ateneu_auth::Action;
use ateneu_base::{Refusal, Timestamp, calendar};
use ateneu_content::emails::{EmailFields, ErasureCanceled, ErasureRequested};
use ateneu_db::Tx;
use ateneu_functions::InSession;

use super::{GRACE, obstacle};
use crate::{
    Error, People,
    person::{self, Person},
    refused::Refused,
};

impl People {
    /// Marks the caller's account for erasure. Returns the due time, which a second request does not change.
    ///
    /// # Errors
    /// Fails with `reauthentication_needed` and the like without a recent sign-in, with `last_admin` and with
    /// `subscription_active`.
    pub async fn request_erasure(&self, user: &InSession, nonce: Option<String>) -> Result<Timestamp, Error> {
        self.prove_again(user, nonce).await?;
        let (people, user, now) = (self.clone(), user.clone(), self.now());
        self.db()
            .write(move |tx| {
                tx.lock("last_admin")?;
                let person = person::find(tx, &user.user_id)?;
                let sql = "SELECT due_at FROM account_erasures WHERE user_id = $1";
                if let Some(due) = tx.query_optional_as(sql, &[(&person.id).into()])? {
                    return Ok(Ok(due));
                }
                let refusal = obstacle(tx, &person)?.map(Refusal::from);
                let (action, failure) =
                    (Action::ErasureRequested, refusal.as_ref().map(|refusal| refusal.code));
                ateneu_auth::log_event(tx, now, action, Some(&person.id), user.address, failure)?;
                if let Some(refusal) = refusal {
                    return Ok(Err(Error::Refused(refusal)));
                }
                let due = now + GRACE;
                let sql = "INSERT INTO account_erasures (user_id, requested_at, due_at) VALUES ($1, $2, $3)";
                tx.write(sql, &[(&person.id).into(), now.into(), due.into()])?;
                people.write_to(tx, &person, &ErasureRequested { day: calendar::day(due) })?;
                Ok::<_, Error>(Ok(due))
            })
            .await?
    }

    /// Cancels the erasure.
    ///
    /// # Errors
    /// Fails with `no_erasure` if none was requested.
    pub async fn cancel_erasure(&self, user: &InSession) -> Result<(), Error> {
        let (people, user, now) = (self.clone(), user.clone(), self.now());
        self.db()
            .write(move |tx| {
                let person = person::find(tx, &user.user_id)?;
                let sql = "DELETE FROM account_erasures WHERE user_id = $1";
                if tx.write_count(sql, &[(&person.id).into()])? == 0 {
                    return Err(Refused::NoErasure.into());
                }
                let action = Action::ErasureCanceled;
                ateneu_auth::log_event(tx, now, action, Some(&person.id), user.address, None)?;
                people.write_to(tx, &person, &ErasureCanceled {})
            })
            .await
    }

    /// Queues an email to the person, if the person has an address.
    pub(super) fn write_to(
        &self,
        tx: &mut Tx<'_>,
        person: &Person,
        email: &impl EmailFields,
    ) -> Result<(), Error> {
        if let Some(address) = &person.email {
            let sender = self.mail().sender();
            self.mail().queue(tx, &sender.email(email).to(address, &sender))?;
        }
        Ok(())
    }
}
