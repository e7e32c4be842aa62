//! `export-members` and `export-charges`: the lists as files.

use ateneu_base::{Timestamp, calendar::day};
use ateneu_functions::{Administrator, Function, Refusal, csv_file};
use ateneu_schema::Words;
use axum::response::Response;

use super::{audit::write_audit_entry, request::PURPOSE};
use crate::{
    Payments, PlanPeriod,
    members::{Charge, ListCharges, ListMembers, Member, list_charges, list_members},
};

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::download("export-members", PURPOSE, members),
        Function::download("export-charges", PURPOSE, charges),
    ]
}

async fn members(payments: Payments, by: Administrator, request: ListMembers) -> Result<Response, Refusal> {
    noted(&payments, by, "export-members").await?;
    let rows = move |page| {
        let (payments, request) = (payments.clone(), request.clone());
        async move { Ok(list_members(&payments, &request, page).await?.members.into_iter().map(member).collect()) }
    };
    let headings = [
        "Nome",
        "E-mail",
        "Plano",
        "Período",
        "Situação",
        "Desde",
        "Acesso até",
        "Fim do período",
        "Último pagamento",
        "Valor (R$)",
    ];
    csv_file("membros", &headings, rows).await
}

fn member(member: Member) -> Vec<String> {
    vec![
        member.name.unwrap_or_default(),
        member.email.unwrap_or_default(),
        member.plan.map_or_else(String::new, |plan| plan.word().to_owned()),
        period(member.period),
        member.state.label().to_owned(),
        date(member.since),
        date(member.until),
        date(member.period_end),
        date(member.paid_at),
        member.paid_amount.map(decimal).unwrap_or_default(),
    ]
}

async fn charges(payments: Payments, by: Administrator, request: ListCharges) -> Result<Response, Refusal> {
    noted(&payments, by, "export-charges").await?;
    let rows = move |page| {
        let (payments, request) = (payments.clone(), request.clone());
        async move { Ok(list_charges(&payments, &request, page).await?.charges.into_iter().map(charge).collect()) }
    };
    let headings = [
        "Número",
        "Nome",
        "E-mail",
        "CPF ou CNPJ",
        "Plano",
        "Período",
        "Valor (R$)",
        "Situação",
        "Cobrada em",
        "Paga em",
        "Falhou em",
        "Devolvida em",
    ];
    csv_file("cobrancas", &headings, rows).await
}

/// Names the state of a charge in Portuguese. Returns an unknown status of the provider unchanged.
fn state(charge: &Charge) -> &str {
    match charge.status.as_str() {
        _ if charge.refunded_at.is_some() => "Devolvida",
        "paid" => "Paga",
        "open" if charge.failed_at.is_some() => "Falhou",
        "open" => "Em aberto",
        "void" => "Anulada",
        "uncollectible" => "Não recebida",
        other => other,
    }
}

fn charge(charge: Charge) -> Vec<String> {
    let state = state(&charge).to_owned();
    vec![
        charge.number.unwrap_or(charge.id),
        charge.name.unwrap_or_default(),
        charge.email.unwrap_or_default(),
        charge.tax_id.unwrap_or_default(),
        charge.plan.unwrap_or_default(),
        period(charge.period),
        decimal(charge.amount),
        state,
        date(charge.created_at),
        date(charge.paid_at),
        date(charge.failed_at),
        date(charge.refunded_at),
    ]
}

async fn noted(payments: &Payments, by: Administrator, action: &'static str) -> Result<(), Refusal> {
    let now = payments.now();
    Ok(payments.db().write(move |tx| write_audit_entry(tx, &by, action, "*", (None, None), now)).await?)
}

/// Names the period that a charge pays for, in Portuguese.
fn period(period: Option<PlanPeriod>) -> String {
    let word = match period {
        Some(PlanPeriod::Month) => "mensal",
        Some(PlanPeriod::Year) => "anual",
        None => "",
    };
    word.to_owned()
}

fn date(at: Option<Timestamp>) -> String {
    at.map(day).unwrap_or_default()
}

/// Centavos as spreadsheets set to Portuguese read an amount: `97,00`.
fn decimal(centavos: i64) -> String {
    format!("{},{:02}", centavos / 100, centavos % 100)
}
