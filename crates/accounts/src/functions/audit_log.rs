//! `list-audit-log`: the audit log; `export-audit-log`: the same as a file. `list-acts` and `export-acts` are their former
//! names, valid until the first release.

use std::collections::BTreeMap;

use ateneu_functions::{Administrator, Function, ListPage, Refusal, csv_file};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use super::request::PURPOSE;
use crate::{
    AuditPage, ListAuditLog, Mentioned, People,
    audit_log::{AuditEntry, Named},
};

pub(super) fn functions() -> Vec<Function<People>> {
    vec![
        Function::new("list-audit-log", PURPOSE, list),
        Function::download("export-audit-log", PURPOSE, export),
        Function::new("list-acts", PURPOSE, list_under_former_name),
        Function::download("export-acts", PURPOSE, export),
    ]
}

async fn list(people: People, _: Administrator, request: ListAuditLog) -> Result<AuditPage, Refusal> {
    Ok(people.audit_log(&request, ListPage::of(request.page)).await?)
}

/// A page of the audit log in the form of `list-acts`.
#[derive(Serialize, JsonSchema)]
struct FormerAuditPage {
    /// The entries under their former name.
    acts: Vec<AuditEntry>,
    #[serde(flatten)]
    page: AuditPage,
}

async fn list_under_former_name(
    people: People,
    by: Administrator,
    request: ListAuditLog,
) -> Result<FormerAuditPage, Refusal> {
    let page = list(people, by, request).await?;
    Ok(FormerAuditPage { acts: page.entries.clone(), page })
}

async fn export(people: People, by: Administrator, request: ListAuditLog) -> Result<Response, Refusal> {
    people.note_export(by.0, "export-acts").await?;
    let rows = move |page| {
        let (people, request) = (people.clone(), request.clone());
        async move {
            let AuditPage { entries, names, .. } = people.audit_log(&request, page).await?;
            Ok(entries.into_iter().map(|entry| row(entry, &names)).collect())
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
