//! `list-acts`: the audit log.

use std::num::NonZeroU32;

use ateneu_base::Timestamp;
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use super::PURPOSE;
use crate::{AuditPage, AuditQuery, People};

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::new("list-acts", PURPOSE, list)]
}

/// `null` stands for any.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListActs {
    person: Option<String>,
    action: Option<String>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    page: Option<NonZeroU32>,
}

async fn list(people: People, _: Administrator, request: ListActs) -> Result<AuditPage, Refusal> {
    let ListActs { person, action, since, until, page } = request;
    let page = page.map_or(1, |page| page.get().into());
    Ok(people.audit_log(AuditQuery { person, action, since, until, page }).await?)
}
