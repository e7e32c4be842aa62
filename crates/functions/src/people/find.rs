//! `list-people` and `read-person`.

use ateneu_accounts::{
    People,
    administer::{Access, Search, State},
};
use ateneu_base::Record;
use axum::Router;

use super::function;
use crate::{
    Error,
    fields::{optional_number, optional_text, optional_word, text},
    payload::shown,
};

/// Letters of a search that are looked at.
const SEARCH: usize = 100;

const ROLES: [(&str, &str); 3] = [("admin", "admin"), ("moderator", "moderator"), ("none", "none")];

const SUBSCRIPTIONS: [(&str, Access); 2] = [("granted", Access::Granted), ("none", Access::None)];

const STATES: [(&str, State); 5] = [
    ("confirmed", State::Confirmed),
    ("unconfirmed", State::Unconfirmed),
    ("invited", State::Invited),
    ("banned", State::Banned),
    ("second_factor", State::SecondFactor),
];

pub(super) fn routes(people: &People) -> Router {
    let list = async |people: People, _, members: Record| shown(people.list(search(&members)?).await?);
    let read =
        async |people: People, _, members: Record| shown(people.person(&text(&members, "user_id")?).await?);
    function(people, "list-people", &["search", "role", "subscription", "state", "page"], list)
        .merge(function(people, "read-person", &["user_id"], read))
}

fn search(members: &Record) -> Result<Search, Error> {
    let words = optional_text(members, "search")?.unwrap_or_default();
    Ok(Search {
        words: words.chars().take(SEARCH).collect(),
        role: optional_word(members, "role", &ROLES)?,
        access: optional_word(members, "subscription", &SUBSCRIPTIONS)?,
        state: optional_word(members, "state", &STATES)?,
        page: optional_number(members, "page")?.map_or(1, i64::from),
    })
}
