//! Every event of the accounts, into `auth_logs`.

use std::sync::Arc;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;

use crate::{error::Error, requests::Client};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Action {
    Login,
    Logout,
    Signup,
    TokenRefreshed,
    TokenRevoked,
    UserUpdated,
    UserCreated,
    UserDeleted,
    UserBanned,
    BanLifted,
    FactorsReset,
    TokenRefused,
    RequestRefused,
    RecoveryRequested,
    TokenVerified,
    ConfirmationRequested,
    CodeRequested,
    ReauthenticationRequested,
    EmailChangeRequested,
    PhoneChangeRequested,
    KeysRotated,
    UserInvited,
    LinkGenerated,
    PasskeyCreated,
    PasskeyUpdated,
    PasskeyDeleted,
    FactorEnrolled,
    FactorChallenged,
    FactorVerified,
    FactorRemoved,
    RecoveryCodesGenerated,
    RecoveryCodeUsed,
    DataExported,
    ErasureRequested,
    ErasureCanceled,
    AccountErased,
    IdentityLinked,
    IdentityUnlinked,
}

impl Action {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Action::Login => "login",
            Action::Logout => "logout",
            Action::Signup => "signup",
            Action::TokenRefreshed => "token_refreshed",
            Action::TokenRevoked => "token_revoked",
            Action::UserUpdated => "user_updated",
            Action::UserCreated => "user_created",
            Action::UserDeleted => "user_deleted",
            Action::UserBanned => "user_banned",
            Action::BanLifted => "ban_lifted",
            Action::FactorsReset => "factors_reset",
            Action::TokenRefused => "token_refused",
            Action::RequestRefused => "request_refused",
            Action::RecoveryRequested => "recovery_requested",
            Action::TokenVerified => "token_verified",
            Action::ConfirmationRequested => "confirmation_requested",
            Action::CodeRequested => "code_requested",
            Action::ReauthenticationRequested => "reauthentication_requested",
            Action::EmailChangeRequested => "email_change_requested",
            Action::PhoneChangeRequested => "phone_change_requested",
            Action::KeysRotated => "keys_rotated",
            Action::UserInvited => "user_invited",
            Action::LinkGenerated => "link_generated",
            Action::PasskeyCreated => "passkey_created",
            Action::PasskeyUpdated => "passkey_updated",
            Action::PasskeyDeleted => "passkey_deleted",
            Action::FactorEnrolled => "factor_enrolled",
            Action::FactorChallenged => "factor_challenged",
            Action::FactorVerified => "factor_verified",
            Action::FactorRemoved => "factor_removed",
            Action::RecoveryCodesGenerated => "recovery_codes_generated",
            Action::RecoveryCodeUsed => "recovery_code_used",
            Action::DataExported => "data_exported",
            Action::ErasureRequested => "erasure_requested",
            Action::ErasureCanceled => "erasure_canceled",
            Action::AccountErased => "account_erased",
            Action::IdentityLinked => "identity_linked",
            Action::IdentityUnlinked => "identity_unlinked",
        }
    }
}

/// Writes one event that another service is answerable for; `failure` is the code the caller was answered with.
pub fn note(
    tx: &mut Tx<'_>,
    now: Timestamp,
    action: Action,
    user_id: Option<&str>,
    address: Option<Arc<str>>,
    failure: Option<&str>,
) -> Result<(), Error> {
    write(tx, now, action, user_id, &Client::at(address), failure)
}

/// Writes one event; `failure` is the code the caller was answered with.
pub(crate) fn write(
    tx: &mut Tx<'_>,
    now: Timestamp,
    action: Action,
    user_id: Option<&str>,
    client: &Client,
    failure: Option<&str>,
) -> Result<(), Error> {
    tx.write(
        "INSERT INTO auth_logs (id, created_at, action, user_id, ip_address, success, error_message)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            ids::row_id(now).into(),
            now.into(),
            action.name().into(),
            user_id.into(),
            client.address().into(),
            failure.is_none().into(),
            failure.into(),
        ],
    )?;
    Ok(())
}
