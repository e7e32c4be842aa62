//! Open challenges: the rows of questions that wait for their answers.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_limits::network;
use ateneu_schema::TableRow;

use crate::{
    accounts::Factor,
    error::{Error, ErrorCode, Refusal, unprocessable},
    factors::factor_context::{Answer, FactorContext},
};

/// Open challenges a factor may have: one for each device that signs in at the moment, and some to spare.
const OPEN: i64 = 5;

pub(super) static UNKNOWN: Refusal =
    unprocessable(ErrorCode::MfaFactorNotFound, "MFA factor with the provided challenge ID not found");
static EXPIRED: Refusal = unprocessable(
    ErrorCode::MfaChallengeExpired,
    "MFA challenge has expired, verify against another challenge or create a new challenge",
);
static OTHER_ADDRESS: Refusal =
    unprocessable(ErrorCode::MfaIpAddressMismatch, "Challenge and verify IP addresses mismatch");

/// One question to the holder of a factor.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("factor_challenges")]
pub(super) struct Challenge {
    pub(super) id: String,
    pub(super) factor_id: String,
    #[column("ip_address")]
    pub(super) network: Option<String>,
    /// Secret that the answer is checked against, where the factor alone does not suffice.
    pub(super) secret: Option<String>,
    pub(super) expires_at: Timestamp,
}

/// Stores a challenge, and removes those that are over or too many.
pub(super) fn store_challenge(tx: &mut Tx<'_>, asked: &Challenge, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM factor_challenges WHERE factor_id = $1 AND (expires_at <= $2 OR id NOT IN
             (SELECT id FROM factor_challenges WHERE factor_id = $1 ORDER BY created_at DESC, id LIMIT $3))",
        &[(&asked.factor_id).into(), now.into(), (OPEN - 1).into()],
    )?;
    Ok(tx.insert_with(asked, &[("created_at", now.into())])?)
}

/// The open challenge of that id, if it is this factor's, in time, and answered from where it was asked.
pub(super) fn find(tx: &mut Tx<'_>, context: &FactorContext, factor: &Factor, id: &str) -> Answer<Challenge> {
    let key = [id.into(), (&factor.id).into()];
    let Some(asked) = tx.row::<Challenge>("WHERE id = $1 AND factor_id = $2", &key)? else {
        return Ok(Err(Error::Refused(&UNKNOWN)));
    };
    if asked.expires_at <= context.now {
        end(tx, &asked)?;
        return Ok(Err(Error::Refused(&EXPIRED)));
    }
    match asked.network == context.client.address().map(network) {
        true => Ok(Ok(asked)),
        false => Ok(Err(Error::Refused(&OTHER_ADDRESS))),
    }
}

/// A challenge is answered once.
pub(super) fn end(tx: &mut Tx<'_>, asked: &Challenge) -> Result<(), Error> {
    let sql = "DELETE FROM factor_challenges WHERE id = $1";
    tx.execute(sql, &[(&asked.id).into()])?;
    Ok(())
}
