//! `list-members`, `read-member` and `read-income`.

use ateneu_base::Record;
use ateneu_membership::{
    Payments, Plan,
    members::{Search, State},
};
use axum::Router;

use super::{function, person};
use crate::{
    Error,
    fields::{optional_number, optional_text, optional_word},
    payload::shown,
};

/// Letters of a search that are looked at.
const SEARCH: usize = 100;

pub(super) fn routes(payments: Option<&Payments>) -> Router {
    let list =
        async |payments: Payments, _, members: Record| shown(payments.members(search(&members)?).await?);
    let read =
        async |payments: Payments, _, members: Record| shown(payments.member(&person(&members)?).await?);
    let income = async |payments: Payments, _, _| shown(payments.income().await?);
    Router::new()
        .merge(function(payments, "list-members", &["search", "state", "plan", "page"], list))
        .merge(function(payments, "read-member", &["user_id"], read))
        .merge(function(payments, "read-income", &[], income))
}

fn search(members: &Record) -> Result<Search, Error> {
    let words = optional_text(members, "search")?.unwrap_or_default();
    Ok(Search {
        words: words.chars().take(SEARCH).collect(),
        state: optional_word(members, "state", &State::ALL.map(|state| (state.name(), state)))?,
        plan: optional_word(members, "plan", &Plan::ALL.map(|plan| (plan.name(), plan)))?,
        page: optional_number(members, "page")?.map_or(1, i64::from),
    })
}
