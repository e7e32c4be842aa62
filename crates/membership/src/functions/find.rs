//! `list-members`, `read-member` and `read-income`.

use std::num::NonZeroU32;

use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{OfMember, PURPOSE};
use crate::{
    Payments, Plan,
    members::{Detail, Income, Page, Search, State},
};

/// Characters of a search that are looked at.
const SEARCH: usize = 100;

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("list-members", PURPOSE, list),
        Function::new("read-member", PURPOSE, read),
        Function::new("read-income", PURPOSE, income),
    ]
}

/// `null` stands for any.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListMembers {
    search: Option<String>,
    state: Option<State>,
    plan: Option<Plan>,
    page: Option<NonZeroU32>,
}

async fn list(payments: Payments, _: Administrator, request: ListMembers) -> Result<Page, Refusal> {
    let search = Search {
        words: request.search.unwrap_or_default().chars().take(SEARCH).collect(),
        state: request.state,
        plan: request.plan,
        page: request.page.map_or(1, |page| page.get().into()),
    };
    Ok(payments.members(search).await?)
}

async fn read(payments: Payments, _: Administrator, request: OfMember) -> Result<Detail, Refusal> {
    Ok(payments.member(&request.id()?).await?)
}

async fn income(payments: Payments, _: Administrator, _: Nothing) -> Result<Income, Refusal> {
    Ok(payments.income().await?)
}
