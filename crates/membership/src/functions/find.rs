//! `list-members`, `read-member`, `read-income` and `list-charges`.

use ateneu_functions::{Administrator, Function, ListPage, Nothing, Refusal};
use schemars::JsonSchema;
use serde::Serialize;

use super::request::{OfMember, PURPOSE};
use crate::{
    Payments,
    entitlements::AnnouncedWithdrawal,
    members::{
        ChargesPage, Detail, Income, ListCharges, ListMembers, Page, announced_withdrawals, list_charges,
        list_members, read_income, read_member,
    },
};

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("list-members", PURPOSE, list),
        Function::new("read-member", PURPOSE, read),
        Function::new("read-income", PURPOSE, income),
        Function::new("list-charges", PURPOSE, charges),
        Function::new("list-withdrawals", PURPOSE, withdrawals),
    ]
}

async fn list(payments: Payments, _: Administrator, request: ListMembers) -> Result<Page, Refusal> {
    Ok(list_members(&payments, &request, ListPage::of(request.page)).await?)
}

async fn read(payments: Payments, _: Administrator, request: OfMember) -> Result<Detail, Refusal> {
    Ok(read_member(&payments, &request.id()?).await?)
}

async fn income(payments: Payments, _: Administrator, _: Nothing) -> Result<Income, Refusal> {
    Ok(read_income(&payments).await?)
}

/// Announced withdrawals, with the members they affect.
#[derive(Serialize, JsonSchema)]
struct Withdrawals {
    withdrawals: Vec<AnnouncedWithdrawal>,
}

async fn withdrawals(payments: Payments, _: Administrator, _: Nothing) -> Result<Withdrawals, Refusal> {
    Ok(Withdrawals { withdrawals: announced_withdrawals(&payments).await? })
}

async fn charges(payments: Payments, _: Administrator, request: ListCharges) -> Result<ChargesPage, Refusal> {
    Ok(list_charges(&payments, &request, ListPage::of(request.page)).await?)
}
