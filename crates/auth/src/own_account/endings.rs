//! Ends links, codes and sessions when an account is changed, by its user or by an administrator.

use ateneu_db::Tx;

use crate::{
    accounts::{User, users},
    error::Error,
    messages::{Kind, one_time},
    sessions::{self, Which},
};

/// Replaces the password, and ends sessions, links, codes and requested changes. Returns `true` if there was a
/// password. The caller must save the account.
pub(crate) fn replace_password(
    tx: &mut Tx<'_>,
    user: &mut User,
    hash: String,
    ended: Which<'_>,
) -> Result<bool, Error> {
    user.app_metadata.remove(users::PASSWORD_REQUIRED);
    user.forget_email_change();
    user.forget_phone_change();
    one_time::void_all(tx, &user.id)?;
    sessions::end(tx, &user.id, ended)?;
    Ok(user.password_hash.replace(hash).is_some())
}

/// Ends a requested change of the address, and all sent secrets, after the address has changed.
pub(crate) fn by_email(tx: &mut Tx<'_>, user: &mut User) -> Result<(), Error> {
    user.forget_email_change();
    one_time::void_all(tx, &user.id)
}

/// Ends a requested change of the number, and codes sent by telephone, after the number has changed.
pub(crate) fn by_phone(tx: &mut Tx<'_>, user: &mut User) -> Result<(), Error> {
    user.forget_phone_change();
    let kinds = [Kind::PhoneChangeCurrent, Kind::PhoneChangeNew, Kind::Sms, Kind::PhoneSignup];
    one_time::void(tx, &user.id, &kinds)
}
