//! Asks the payment provider for every customer again: what events that never came would have told.

use ateneu_membership::{Payments, Reconciled};

use crate::{Error, Job, Schedule};

pub(super) fn job(payments: &Payments) -> Job {
    let payments = payments.clone();
    Job::new("reconcile_payments", Schedule::daily(4, 0), move || reconcile(payments.clone()))
}

async fn reconcile(payments: Payments) -> Result<String, Error> {
    let Reconciled { customers, unanswered, forgotten } = payments.reconcile().await?;
    Ok(match customers + unanswered + forgotten {
        0 => "Nada a conferir.".into(),
        _ => format!(
            "Clientes conferidos: {customers}. Sem resposta: {unanswered}. Avisos antigos removidos: {forgotten}."
        ),
    })
}
