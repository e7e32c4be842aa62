//! `list-people` and `read-person`.

use std::num::NonZeroU32;

use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{OfPerson, PURPOSE};
use crate::{
    People,
    admin_actions::{Access, Detail, Page, RoleFilter, Search, State},
};

/// Characters of a search that are looked at.
const SEARCH: usize = 100;

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::new("list-people", PURPOSE, list), Function::new("read-person", PURPOSE, read)]
}

/// `null` stands for any.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListPeople {
    search: Option<String>,
    role: Option<RoleFilter>,
    subscription: Option<Access>,
    state: Option<State>,
    page: Option<NonZeroU32>,
}

async fn list(people: People, _: Administrator, request: ListPeople) -> Result<Page, Refusal> {
    let search = Search {
        words: request.search.unwrap_or_default().chars().take(SEARCH).collect(),
        role: request.role,
        access: request.subscription,
        state: request.state,
        page: request.page.map_or(1, |page| page.get().into()),
    };
    Ok(people.list(search).await?)
}

async fn read(people: People, _: Administrator, request: OfPerson) -> Result<Detail, Refusal> {
    Ok(people.person(&request.user_id).await?)
}
