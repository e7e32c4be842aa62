//! Writes of accounts together with the identities of their own addresses.

use ateneu_db::Tx;

use crate::{
    accounts::{User, identity, users},
    error::Error,
};

/// Inserts an account with an identity for each of its addresses.
pub(crate) fn insert(tx: &mut Tx<'_>, user: &User) -> Result<(), Error> {
    users::insert_alone(tx, user)?;
    if user.email.is_some() {
        identity::add(tx, user, "email", user.created_at)?;
    }
    if user.phone.is_some() {
        identity::add(tx, user, "phone", user.created_at)?;
    }
    Ok(())
}

/// Stores a changed account and updates its identities.
pub(crate) fn save(tx: &mut Tx<'_>, user: &User) -> Result<(), Error> {
    users::update(tx, user)?;
    identity::follow(tx, user)
}
