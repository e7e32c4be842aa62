//! The scheduled jobs: one fetches every customer's state again, for events that never arrived, the other notifies
//! members of withdrawals.

use ateneu_functions::Refusal;
use ateneu_jobs::{Error, Job, Schedule};

use crate::{
    Payments, Reconciled, checkout::methods::check_methods, emails::withdrawn::tell_withdrawals,
    events::reconcile::reconcile_customers,
};

/// Labels of the scheduled jobs, refunds and the provider's usual events in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[
    ("reconcile_payments", "Conferir os pagamentos"),
    ("tell_withdrawals", "Avisar mudanças nos planos"),
    ("check_payment_methods", "Conferir as formas de pagamento"),
    ("withdrawal", "Devolver por arrependimento"),
    ("guarantee", "Devolver pela garantia"),
    ("office", "Devolver a pedido da administração"),
    ("charge.dispute.closed", "Contestação encerrada (Stripe)"),
    ("charge.dispute.created", "Contestação aberta (Stripe)"),
    ("charge.refunded", "Cobrança devolvida (Stripe)"),
    ("checkout.session.async_payment_failed", "Boleto ou Pix não pago (Stripe)"),
    ("checkout.session.async_payment_succeeded", "Boleto ou Pix pago (Stripe)"),
    ("checkout.session.completed", "Compra concluída (Stripe)"),
    ("checkout.session.expired", "Compra abandonada (Stripe)"),
    ("customer.deleted", "Cliente excluído (Stripe)"),
    ("customer.subscription.created", "Assinatura criada (Stripe)"),
    ("customer.subscription.deleted", "Assinatura encerrada (Stripe)"),
    ("customer.subscription.updated", "Assinatura alterada (Stripe)"),
    ("invoice.paid", "Fatura paga (Stripe)"),
    ("invoice.payment_failed", "Fatura não paga (Stripe)"),
];

/// Returns the scheduled jobs.
pub(crate) fn jobs(payments: &Payments) -> Vec<Job> {
    let (reconciling, checking, telling) = (payments.clone(), payments.clone(), payments.clone());
    vec![
        Job::new("reconcile_payments", Schedule::daily(4, 0), move || reconcile(reconciling.clone())),
        Job::new("check_payment_methods", Schedule::hourly(35), move || check(checking.clone())),
        Job::new("tell_withdrawals", Schedule::hourly(10), move || tell(telling.clone())),
    ]
}

/// Returns the error of a job: the failed work, and the error's message.
fn failed<E: Into<Refusal>>(what: &'static str) -> impl Fn(E) -> Error {
    move |error| Error::of(what)(error.into())
}

async fn check(payments: Payments) -> Result<String, Error> {
    let checked = check_methods(&payments).await;
    Ok(match checked.map_err(failed("As formas de pagamento não puderam ser conferidas"))? {
        true => "A conta não recebe Pix: nenhuma página o oferece.".into(),
        false => "A conta recebe as formas de pagamento do site.".into(),
    })
}

async fn tell(payments: Payments) -> Result<String, Error> {
    let notified = tell_withdrawals(&payments).await;
    Ok(match notified.map_err(failed("Os avisos de mudança nos planos falharam"))? {
        0 => "Nenhuma mudança a avisar.".into(),
        count => format!("Membros avisados: {count}."),
    })
}

async fn reconcile(payments: Payments) -> Result<String, Error> {
    let Reconciled { customers, unanswered, forgotten } =
        reconcile_customers(&payments).await.map_err(failed("As assinaturas não puderam ser conferidas"))?;
    Ok(match customers + unanswered + forgotten {
        0 => "Nada a conferir.".into(),
        _ => format!(
            "Clientes conferidos: {customers}. Sem resposta: {unanswered}. Avisos antigos removidos: {forgotten}."
        ),
    })
}
