//! The caller's own purposes: why emails come, and their withdrawal.

use ateneu_base::Timestamp;
use ateneu_db::Error;
use ateneu_functions::{Function, InSession, Nothing, Refusal};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sequences::{
    links::withdraw_purpose,
    purposes,
    service::Sequences,
    words::{EmailPurpose, PurposeBasis},
};

const PURPOSE: &str = "escolher os seus avisos";

pub(super) fn functions() -> Vec<Function<Sequences>> {
    vec![
        Function::new("read-email-purposes", PURPOSE, read),
        Function::new("set-email-purpose", PURPOSE, set),
    ]
}

/// A purpose of the caller.
#[derive(Serialize, JsonSchema)]
struct OwnPurpose {
    purpose: EmailPurpose,
    /// False after the withdrawal.
    receives: bool,
    /// Basis of its emails, `null` while nothing has begun them.
    basis: Option<PurposeBasis>,
    since: Option<Timestamp>,
}

#[derive(Serialize, JsonSchema)]
struct OwnPurposes {
    purposes: Vec<OwnPurpose>,
}

async fn read(sequences: Sequences, by: InSession, _: Nothing) -> Result<OwnPurposes, Refusal> {
    let known = sequences.0.db.read(move |tx| purposes::of_person(tx, &by.user_id)).await?;
    let own = EmailPurpose::ALL.iter().map(|purpose| {
        let row = known.iter().find(|row| row.purpose == *purpose);
        let standing = row.filter(|row| row.withdrawn_at.is_none());
        OwnPurpose {
            purpose: *purpose,
            receives: row.is_none_or(|row| row.withdrawn_at.is_none()),
            basis: standing.map(|row| row.basis),
            since: standing.map(|row| row.since),
        }
    });
    Ok(OwnPurposes { purposes: own.collect() })
}

/// The caller's choice about a purpose.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PurposeChoice {
    purpose: EmailPurpose,
    receives: bool,
}

/// Withdraws a purpose, or consents to it again. Idempotent.
async fn set(sequences: Sequences, by: InSession, wanted: PurposeChoice) -> Result<PurposeChoice, Refusal> {
    let (now, PurposeChoice { purpose, receives }) = (sequences.now(), wanted.clone());
    let written = sequences.0.db.write(move |tx| {
        match receives {
            true => purposes::consent(tx, &by.user_id, purpose, now)?,
            false => withdraw_purpose(tx, &by.user_id, purpose, now)?,
        }
        Ok::<_, Error>(())
    });
    written.await?;
    Ok(wanted)
}
