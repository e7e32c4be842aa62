//! `list-people` and its file, `read-person` and `name-people`.

use ateneu_base::calendar::day;
use ateneu_functions::{Administrator, Function, ListPage, Refusal, csv_file};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::{OfPerson, PURPOSE};
use crate::{
    People,
    admin_actions::{Detail, ListPeople, Page, Person},
    audit_log::Named,
};

/// Maximum number of accounts in a request for names.
const MAX_ACCOUNTS: usize = 250;

pub(super) fn functions() -> Vec<Function<People>> {
    vec![
        Function::new("list-people", PURPOSE, list),
        Function::download("export-people", PURPOSE, export),
        Function::new("read-person", PURPOSE, read),
        Function::new("name-people", PURPOSE, name),
    ]
}

async fn list(people: People, _: Administrator, request: ListPeople) -> Result<Page, Refusal> {
    Ok(people.list(&request, ListPage::of(request.page)).await?)
}

async fn export(people: People, by: Administrator, request: ListPeople) -> Result<Response, Refusal> {
    people.note_export(by.0, "export-people").await?;
    let rows = move |page| {
        let (people, request) = (people.clone(), request.clone());
        async move { Ok(people.list(&request, page).await?.people.into_iter().map(row).collect()) }
    };
    let headings =
        ["Nome", "E-mail", "Telefone", "Conta desde", "Última entrada", "Confirmada", "Com acesso", "Plano"];
    csv_file("pessoas", &headings, rows).await
}

fn row(person: Person) -> Vec<String> {
    let yes = |is_so: bool| if is_so { "Sim" } else { "Não" }.to_owned();
    vec![
        person.name.unwrap_or_default(),
        person.email.unwrap_or_default(),
        person.phone.unwrap_or_default(),
        day(person.created_at),
        person.last_sign_in_at.map(day).unwrap_or_default(),
        yes(person.confirmed),
        yes(person.access),
        person.plan.unwrap_or_default(),
    ]
}

async fn read(people: People, _: Administrator, request: OfPerson) -> Result<Detail, Refusal> {
    Ok(people.person(&request.user_id).await?)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NamePeople {
    user_ids: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct NamedPeople {
    /// Requested accounts that exist.
    people: Vec<Named>,
}

async fn name(people: People, _: Administrator, request: NamePeople) -> Result<NamedPeople, Refusal> {
    if request.user_ids.len() > MAX_ACCOUNTS {
        return Err(Refusal::invalid_payload(format!("Peça os nomes de até {MAX_ACCOUNTS} contas por vez.")));
    }
    Ok(NamedPeople { people: people.names(request.user_ids).await? })
}
