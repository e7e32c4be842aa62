//! `list-members`, `read-member`, `read-income` and `list-charges`.

use std::num::NonZeroU32;

use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::{OfMember, PURPOSE};
use crate::{
    Payments, Plan,
    entitlements::AnnouncedWithdrawal,
    members::{
        Change, ChargeSearch, ChargeState, ChargesOrder, ChargesPage, Detail, Income, Order, Page, Search,
        State, announced_withdrawals, list_charges, list_members, read_income, read_member,
    },
};

/// Characters of a search that are looked at.
const SEARCH: usize = 100;

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("list-members", PURPOSE, list),
        Function::new("read-member", PURPOSE, read),
        Function::new("read-income", PURPOSE, income),
        Function::new("list-charges", PURPOSE, charges),
        Function::new("list-withdrawals", PURPOSE, withdrawals),
    ]
}

/// `null` stands for any.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListMembers {
    search: Option<String>,
    state: Option<State>,
    plan: Option<Plan>,
    change: Option<Change>,
    order: Option<Order>,
    page: Option<NonZeroU32>,
}

impl ListMembers {
    pub(super) fn search(self) -> Search {
        Search {
            words: self.search.unwrap_or_default().chars().take(SEARCH).collect(),
            state: self.state,
            plan: self.plan,
            change: self.change,
            order: self.order.unwrap_or_default(),
            page: self.page.map_or(1, |page| page.get().into()),
            per_page: 0,
        }
    }
}

async fn list(payments: Payments, _: Administrator, request: ListMembers) -> Result<Page, Refusal> {
    Ok(list_members(&payments, request.search()).await?)
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

/// `null` stands for any.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListCharges {
    search: Option<String>,
    state: Option<ChargeState>,
    order: Option<ChargesOrder>,
    page: Option<NonZeroU32>,
}

impl ListCharges {
    pub(super) fn search(self) -> ChargeSearch {
        ChargeSearch {
            words: self.search.unwrap_or_default().chars().take(SEARCH).collect(),
            state: self.state,
            order: self.order.unwrap_or_default(),
            page: self.page.map_or(1, |page| page.get().into()),
            per_page: 0,
        }
    }
}

async fn charges(payments: Payments, _: Administrator, request: ListCharges) -> Result<ChargesPage, Refusal> {
    Ok(list_charges(&payments, request.search()).await?)
}
