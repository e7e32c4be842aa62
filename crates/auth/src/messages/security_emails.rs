//! Messages to a person after a change in the sign-in or protection of the account, in case somebody else made it.

use ateneu_content::emails::{CodesLeft, EmailFields, SecondFactor};
use ateneu_db::Tx;

use crate::{
    Auth,
    accounts::{Factor, User},
    error::Error,
    words::FactorType,
};

/// Sends an email to a person, if there is a verified address.
pub(crate) fn notify(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    email: &impl EmailFields,
) -> Result<(), Error> {
    if let (Some(address), Some(_)) = (user.shown_email(), user.email_confirmed_at) {
        let sender = auth.mail().sender();
        auth.mail().queue(tx, &sender.email(email).to(address, &sender))?;
    }
    Ok(())
}

/// Returns the number of remaining recovery codes in words.
pub(crate) fn codes_left(remaining: i64) -> CodesLeft {
    match remaining {
        0 => CodesLeft::None,
        1 => CodesLeft::One,
        count => CodesLeft::Many { count },
    }
}

/// Returns the name of a factor. A telephone's contains the end of its number.
pub(crate) fn factor_name(factor: &Factor) -> SecondFactor {
    match (factor.kind, &factor.phone) {
        (FactorType::Totp, _) => SecondFactor::App,
        (FactorType::Phone, Some(phone)) => SecondFactor::Phone { ending: last_digits(phone) },
        (FactorType::Phone, None) => SecondFactor::UnknownPhone,
        (FactorType::Webauthn, _) => SecondFactor::Key,
        (FactorType::RecoveryCode, _) => SecondFactor::RecoveryCodes,
    }
}

/// Returns the end of a number, by which its holder recognises it.
pub(crate) fn last_digits(number: &str) -> String {
    number.get(number.len().saturating_sub(4)..).unwrap_or_default().to_owned()
}
