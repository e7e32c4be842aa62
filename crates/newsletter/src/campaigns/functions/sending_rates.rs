//! Rates of sending.

use ateneu_functions::{Administrator, Function, Nothing, Refusal};

use super::refusals::{PURPOSE, write_audit_entry};
use crate::{
    campaigns::{
        rates::SendingRates,
        service::{Campaigns, wake},
    },
    refused::Refused,
};

pub(super) fn functions() -> Vec<Function<Campaigns>> {
    vec![
        Function::new("read-sending-rates", PURPOSE, read),
        Function::new("save-sending-rates", PURPOSE, save),
    ]
}

async fn read(campaigns: Campaigns, _: Administrator, _: Nothing) -> Result<SendingRates, Refusal> {
    let configured = campaigns.0.config.rates;
    Ok(campaigns.0.db.read(move |tx| SendingRates::read(tx, configured)).await?)
}

/// Stores the rates and wakes campaigns that wait for a limit.
async fn save(campaigns: Campaigns, by: Administrator, rates: SendingRates) -> Result<SendingRates, Refusal> {
    if !rates.is_valid() {
        return Err(Refused::RatesInvalid.into());
    }
    let now = campaigns.now();
    let saved = campaigns.0.db.write(move |tx| {
        rates.store(tx, now)?;
        let sql = "SELECT number FROM campaigns WHERE state = 'sending'";
        let numbers: Vec<i64> = tx.query_as(sql, &[])?;
        numbers.into_iter().try_for_each(|number| wake(tx, number, now, now))?;
        let new = serde_json::json!(rates).to_string();
        write_audit_entry(tx, &by, ("save-sending-rates", ateneu_audit::MANY), Some(&new), now)
    });
    saved.await?;
    Ok(rates)
}
