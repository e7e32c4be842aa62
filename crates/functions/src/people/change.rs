//! The functions that change something about an account. Each answers what was done in a sentence.

use ateneu_accounts::{
    People,
    administer::{Invitation, Letter, Role},
    sessions::Ending,
};
use ateneu_audit::Actor;
use ateneu_base::Record;
use axum::Router;
use serde_json::{Value, json};

use super::function;
use crate::{
    Error,
    fields::{optional_text, optional_word, text},
};

const ROLES: [(&str, Role); 2] = [("admin", Role::Admin), ("moderator", Role::Moderator)];

pub(super) fn routes(people: &People) -> Router {
    let only_person = &["user_id"];
    let with_role = &["user_id", "role"];
    Router::new()
        .merge(function(people, "invite-person", &["name", "email", "role"], invite))
        .merge(function(people, "resend-letter", only_person, resend))
        .merge(function(people, "send-recovery", only_person, recover))
        .merge(function(people, "ban-person", &["user_id", "days", "reason"], ban))
        .merge(function(people, "lift-ban", only_person, lift_ban))
        .merge(function(people, "grant-role", with_role, grant))
        .merge(function(people, "revoke-role", with_role, revoke))
        .merge(function(people, "reset-factors", only_person, reset_factors))
        .merge(function(people, "end-person-sessions", &["user_id", "session_id"], end_sessions))
}

type By = Option<Actor>;
type Answer = Result<Value, Error>;

fn person(members: &Record) -> Result<String, Error> {
    text(members, "user_id")
}

fn role(members: &Record) -> Result<Role, Error> {
    let role = optional_word(members, "role", &ROLES)?;
    role.ok_or_else(|| Error::InvalidPayload("role: informe admin ou moderator.".into()))
}

async fn invite(people: People, by: By, members: Record) -> Answer {
    let invitation = Invitation {
        name: text(&members, "name")?,
        email: text(&members, "email")?,
        role: optional_word(&members, "role", &ROLES)?,
    };
    let id = people.invite(by, invitation).await?;
    Ok(json!({ "message": "Convite enviado.", "user_id": id }))
}

async fn resend(people: People, by: By, members: Record) -> Answer {
    people.send_letter(by, &person(&members)?, Letter::Waiting).await?;
    Ok(json!({ "message": "Mensagem reenviada." }))
}

async fn recover(people: People, by: By, members: Record) -> Answer {
    people.send_letter(by, &person(&members)?, Letter::Recovery).await?;
    Ok(json!({ "message": "Mensagem para definir a senha enviada." }))
}

async fn ban(people: People, by: By, members: Record) -> Answer {
    let days = match &members["days"] {
        Value::Null => None,
        // Whatever is no length is refused with the range.
        given => Some(given.as_u64().unwrap_or(0)),
    };
    let until = people.ban(by, &person(&members)?, days, &text(&members, "reason")?).await?;
    Ok(json!({ "message": "Conta suspensa.", "until": until }))
}

async fn lift_ban(people: People, by: By, members: Record) -> Answer {
    people.lift_ban(by, &person(&members)?).await?;
    Ok(json!({ "message": "Suspensão levantada." }))
}

async fn grant(people: People, by: By, members: Record) -> Answer {
    people.grant_role(by, &person(&members)?, role(&members)?).await?;
    Ok(json!({ "message": "Papel dado." }))
}

async fn revoke(people: People, by: By, members: Record) -> Answer {
    people.revoke_role(by, &person(&members)?, role(&members)?).await?;
    Ok(json!({ "message": "Papel retirado." }))
}

async fn reset_factors(people: People, by: By, members: Record) -> Answer {
    let removed = people.reset_factors(by, &person(&members)?).await?;
    Ok(json!({ "message": "Segundos fatores e passkeys removidos.", "removed": removed }))
}

async fn end_sessions(people: People, by: By, members: Record) -> Answer {
    let ending = match optional_text(&members, "session_id")? {
        Some(id) => Ending::One(id),
        None => Ending::All,
    };
    let ended = people.end_sessions_of(by, &person(&members)?, ending).await?;
    Ok(json!({ "message": "Sessões encerradas.", "ended": ended }))
}
