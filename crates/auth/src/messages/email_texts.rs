//! The accounts' emails with secrets. They contain no text of strangers except the addresses, because anyone may request an
//! email to anyone.

use std::time::Duration;

use ateneu_content::emails::{
    AccountAccess, AccountCode, AccountConfirmation, AccountEmailChange, AccountInvitation, AccountNewEmail,
    AccountRecovery, Button, Code, LinkAndCode,
};
use ateneu_mail::{Email, Sender};

use crate::messages::{Kind, one_time::Secrets};

/// Returns the email with these secrets.
pub(crate) fn carrying(
    kind: Kind,
    secrets: &Secrets,
    link: String,
    new_email: &str,
    sender: &Sender,
) -> Email {
    let code = Code(secrets.code.clone());
    let code_time = time(secrets.code_lifetime);
    let (button, link_time) = (Button(link), time(secrets.link_lifetime));
    let both = LinkAndCode { button, code, link_time, code_time };
    match kind {
        Kind::Signup => sender.email(&AccountConfirmation(both)),
        Kind::Magiclink => sender.email(&AccountAccess(both)),
        Kind::Recovery => sender.email(&AccountRecovery(both)),
        Kind::Invite => sender.email(&AccountInvitation(both)),
        Kind::EmailChangeCurrent => {
            let LinkAndCode { button, code, link_time, code_time } = both;
            let new_email = new_email.to_owned();
            sender.email(&AccountEmailChange { new_email, button, code, link_time, code_time })
        }
        Kind::EmailChangeNew => sender.email(&AccountNewEmail(both)),
        // A code alone needs no other text. A telephone gets a short message.
        Kind::Reauthentication
        | Kind::PhoneSignup
        | Kind::Sms
        | Kind::PhoneChangeCurrent
        | Kind::PhoneChangeNew => sender.email(&AccountCode { code: both.code, code_time: both.code_time }),
    }
}

/// Formats a duration in the largest unit that divides it.
fn time(length: Duration) -> String {
    let seconds = length.as_secs();
    let (number, one, many) = match seconds {
        s if s > 3_600 && s % 3_600 == 0 => (s / 3_600, "hora", "horas"),
        s if s % 60 == 0 => (s / 60, "minuto", "minutos"),
        s => (s, "segundo", "segundos"),
    };
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_in_natural_portuguese() {
        for (seconds, text) in [
            (60, "1 minuto"),
            (90, "90 segundos"),
            (600, "10 minutos"),
            (3_600, "60 minutos"),
            (86_400, "24 horas"),
        ] {
            assert_eq!(time(Duration::from_secs(seconds)), text);
        }
    }
}
