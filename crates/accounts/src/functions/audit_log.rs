//! `list-acts`: the audit log; `export-acts`: the same as a file.

use std::{collections::BTreeMap, num::NonZeroU32};

use ateneu_base::Timestamp;
use ateneu_functions::{Administrator, CSV_BATCH, Function, Refusal, csv_file};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

use super::request::PURPOSE;
use crate::{
    AuditPage, AuditQuery, Mentioned, People,
    audit_log::{AuditEntry, Named},
};

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::new("list-acts", PURPOSE, list), Function::download("export-acts", PURPOSE, export)]
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

impl ListActs {
    fn query(self) -> AuditQuery {
        let Self { person, action, since, until, page } = self;
        let page = page.map_or(1, |page| page.get().into());
        AuditQuery { person, action, since, until, page, per_page: 0 }
    }
}

async fn list(people: People, _: Administrator, request: ListActs) -> Result<AuditPage, Refusal> {
    Ok(people.audit_log(request.query()).await?)
}

async fn export(people: People, by: Administrator, request: ListActs) -> Result<Response, Refusal> {
    people.note_export(by.0, "export-acts").await?;
    let asked = request.query();
    let rows = move |page| {
        let (people, asked) = (people.clone(), AuditQuery { page, per_page: CSV_BATCH, ..asked.clone() });
        async move {
            let AuditPage { acts, names, .. } = people.audit_log(asked).await?;
            Ok(acts.into_iter().map(|act| row(act, &names)).collect())
        }
    };
    let head = ["Quando (UTC)", "Quem", "Ação", "Sobre", "Identificador", "Antes", "Depois", "IP"];
    csv_file("auditoria", &head, rows).await
}

fn row(act: AuditEntry, names: &BTreeMap<String, Mentioned>) -> Vec<String> {
    let text = |value: Json| match value {
        Json::Null => String::new(),
        Json::String(text) => text,
        fields => fields.to_string(),
    };
    let name = |named: Option<Named>| named.map(|named| named.name.unwrap_or(named.id));
    let subject = act.subject.split('/').filter_map(|id| names.get(id)?.name.clone()).collect::<Vec<_>>();
    vec![
        act.created_at,
        name(act.actor).unwrap_or_else(|| "Sistema".into()),
        act.label,
        name(act.person).unwrap_or_else(|| subject.join(", ")),
        act.subject,
        text(act.old),
        text(act.new),
        act.ip_address.unwrap_or_default(),
    ]
}
