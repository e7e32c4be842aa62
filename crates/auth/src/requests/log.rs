//! Writes the events of the accounts into `auth_logs`.

use std::sync::Arc;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use strum::{IntoStaticStr, VariantNames};

use crate::{
    error::{Error, ErrorCode},
    requests::Client,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
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
        self.into()
    }
}

/// Writes an event of another service. `failure` is the code in the response.
pub fn log_event(
    tx: &mut Tx<'_>,
    now: Timestamp,
    action: Action,
    user_id: Option<&str>,
    address: Option<Arc<str>>,
    failure: Option<&str>,
) -> Result<(), Error> {
    insert(tx, now, action, user_id, &Client::at(address), failure)
}

/// Writes an event. `failure` is the code in the response.
pub(crate) fn write(
    tx: &mut Tx<'_>,
    now: Timestamp,
    action: Action,
    user_id: Option<&str>,
    client: &Client,
    failure: Option<ErrorCode>,
) -> Result<(), Error> {
    insert(tx, now, action, user_id, client, failure.map(ErrorCode::into_str))
}

fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    action: Action,
    user_id: Option<&str>,
    client: &Client,
    failure: Option<&str>,
) -> Result<(), Error> {
    tx.write_count(
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
