//! Invites people, and sends an invitation, a confirmation or a recovery email again.

use ateneu_auth::{Role, Waiting};
use ateneu_base::fold;

use super::{By, account_id, address, refused, roles, write_audit_entry};
use crate::{Error, People, refused::Refused};

/// Maximum length of a name in characters.
const NAME: usize = 120;

/// A new account by invitation.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The person's name.
    pub name: String,
    /// Invited address.
    pub email: String,
    /// Initial role of the person.
    pub role: Option<Role>,
}

/// An email to send again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Email {
    /// The waiting invitation or confirmation.
    Waiting,
    /// Email with a link to set a new password.
    Recovery,
}

impl People {
    /// Creates an account and sends its invitation. Returns the account's id.
    ///
    /// # Errors
    /// Fails with `invalid_name`, `invalid_email`, `email_exists`, `over_email_send_rate_limit`.
    pub async fn invite(&self, by: By, invitation: Invitation) -> Result<String, Error> {
        let Invitation { name, email, role } = invitation;
        let name = fold::one_line(&name);
        let usable = (1..=NAME).contains(&name.chars().count());
        if !usable {
            return Err(Refused::InvalidName.into());
        }
        let (now, auth) = (self.now(), self.auth().clone());
        self.db()
            .write(move |tx| {
                let id = auth.invite_person(tx, &email, &name, address(&by)).map_err(refused)?;
                write_audit_entry(tx, &by, "invite-person", &id, (None, None), now)?;
                if let Some(role) = role {
                    roles::grant(tx, &by, &id, role, now)?;
                }
                Ok(id)
            })
            .await
    }

    /// Sends an email again, to the person alone.
    ///
    /// # Errors
    /// Fails with `person_not_found`, `person_banned`, `nothing_waiting`, `no_email`, `over_email_send_rate_limit`.
    pub async fn send_email(&self, by: By, user_id: &str, email: Email) -> Result<(), Error> {
        let id = account_id(user_id)?;
        let (now, auth) = (self.now(), self.auth().clone());
        self.db()
            .write(move |tx| {
                let action = match email {
                    Email::Waiting => match auth.send_waiting(tx, &id, address(&by)).map_err(refused)? {
                        Some(Waiting::Invitation) => "resend-invitation",
                        Some(Waiting::Confirmation) => "resend-confirmation",
                        None => return Err(Refused::NothingWaiting.into()),
                    },
                    Email::Recovery if auth.send_recovery(tx, &id, address(&by)).map_err(refused)? => {
                        "send-recovery"
                    }
                    Email::Recovery => return Err(Refused::NoEmail.into()),
                };
                write_audit_entry(tx, &by, action, &id, (None, None), now)
            })
            .await
    }
}
