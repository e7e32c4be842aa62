//! `read-conversions`: results of a period's visits from all subjects, read in one transaction.

use ateneu_base::{Timestamp, calendar::start_of_day_after};
use ateneu_db::{Error, Tx};
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::overview::Overview;

pub(crate) fn functions() -> Vec<Function<Overview>> {
    vec![Function::new("read-conversions", "ver as visitas", read)]
}

/// Period that ends today.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadConversions {
    /// Number of days, 1 to 366.
    days: u32,
}

/// Conversions of the period, and of the one before.
#[derive(Serialize, JsonSchema)]
struct Conversions {
    /// New newsletter addresses.
    newsletter: Compared,
    /// Messages of the contact form.
    contact: Compared,
    /// New accounts.
    account: Compared,
    /// Paid new subscriptions.
    plan: Compared,
}

#[derive(Serialize, JsonSchema)]
struct Compared {
    now: i64,
    before: i64,
}

async fn read(
    overview: Overview,
    _: Administrator,
    request: ReadConversions,
) -> Result<Conversions, Refusal> {
    if !(1..=366).contains(&request.days) {
        return Err(Refusal::invalid_payload("O período tem de 1 a 366 dias."));
    }
    let (now, days) = (overview.clock.now(), i32::try_from(request.days).unwrap_or(i32::MAX));
    let since = start_of_day_after(now, 1 - days);
    let before = start_of_day_after(now, 1 - 2 * days);
    let figures = overview.db.read(move |tx| {
        let mut compared = |count: fn(&mut Tx<'_>, Timestamp) -> Result<i64, Error>| {
            let now = count(tx, since)?;
            Ok::<_, Error>(Compared { now, before: count(tx, before)? - now })
        };
        Ok::<_, Error>(Conversions {
            newsletter: compared(ateneu_newsletter::subscriptions_since)?,
            contact: compared(ateneu_leads::messages_since)?,
            account: compared(ateneu_auth::accounts_since)?,
            plan: compared(ateneu_membership::started_since)?,
        })
    });
    Ok(figures.await?)
}
