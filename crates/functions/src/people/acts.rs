//! `list-acts`: the audit trail.

use ateneu_accounts::{Asked, People};
use ateneu_base::Record;
use axum::Router;

use super::function;
use crate::{
    Error,
    fields::{optional_instant, optional_number, optional_text},
    payload::shown,
};

pub(super) fn routes(people: &People) -> Router {
    let list = async |people: People, _, members: Record| shown(people.acts(asked(&members)?).await?);
    function(people, "list-acts", &["person", "action", "since", "until", "page"], list)
}

fn asked(members: &Record) -> Result<Asked, Error> {
    Ok(Asked {
        person: optional_text(members, "person")?,
        action: optional_text(members, "action")?,
        since: optional_instant(members, "since")?,
        until: optional_instant(members, "until")?,
        page: optional_number(members, "page")?.map_or(1, i64::from),
    })
}
