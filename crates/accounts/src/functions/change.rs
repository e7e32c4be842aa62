//! The functions that change an account. Each responds with a sentence.

use ateneu_auth::Role;
use ateneu_base::Timestamp;
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::request::{OfPerson, PURPOSE};
use crate::{
    People,
    admin_actions::{Email, Invitation},
    sessions::Ending,
};

pub(super) fn functions() -> Vec<Function<People>> {
    vec![
        Function::new("invite-person", PURPOSE, invite),
        Function::new("resend-email", PURPOSE, resend),
        // The former name, valid until the first release.
        Function::new("resend-letter", PURPOSE, resend),
        Function::new("send-recovery", PURPOSE, recover),
        Function::new("ban-person", PURPOSE, ban),
        Function::new("lift-ban", PURPOSE, lift_ban),
        Function::new("grant-role", PURPOSE, grant),
        Function::new("revoke-role", PURPOSE, revoke),
        Function::new("reset-factors", PURPOSE, reset_factors),
        Function::new("end-person-sessions", PURPOSE, end_sessions),
    ]
}

/// Response with a sentence about the change.
#[derive(Serialize, JsonSchema)]
struct Done {
    message: &'static str,
}

fn done(message: &'static str) -> Result<Done, Refusal> {
    Ok(Done { message })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct InvitePerson {
    name: String,
    email: String,
    role: Option<Role>,
}

#[derive(Serialize, JsonSchema)]
struct Invited {
    message: &'static str,
    user_id: String,
}

async fn invite(people: People, by: Administrator, request: InvitePerson) -> Result<Invited, Refusal> {
    let InvitePerson { name, email, role } = request;
    let user_id = people.invite(by.0, Invitation { name, email, role }).await?;
    Ok(Invited { message: "Convite enviado.", user_id })
}

async fn resend(people: People, by: Administrator, of: OfPerson) -> Result<Done, Refusal> {
    people.send_email(by.0, &of.user_id, Email::Waiting).await?;
    done("Mensagem reenviada.")
}

async fn recover(people: People, by: Administrator, of: OfPerson) -> Result<Done, Refusal> {
    people.send_email(by.0, &of.user_id, Email::Recovery).await?;
    done("Mensagem para definir a senha enviada.")
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BanPerson {
    user_id: String,
    /// Number of days. `null` is for good.
    #[serde(deserialize_with = "days")]
    days: Option<u64>,
    reason: String,
}

/// Reads a number of days or `null`. Any other value becomes 0, which is refused with the range.
fn days<'de, D: Deserializer<'de>>(given: D) -> Result<Option<u64>, D::Error> {
    let given: Option<serde_json::Value> = Option::deserialize(given)?;
    Ok(given.map(|days| days.as_u64().unwrap_or(0)))
}

#[derive(Serialize, JsonSchema)]
struct Banned {
    message: &'static str,
    until: Timestamp,
}

async fn ban(people: People, by: Administrator, request: BanPerson) -> Result<Banned, Refusal> {
    let until = people.ban(by.0, &request.user_id, request.days, &request.reason).await?;
    Ok(Banned { message: "Conta suspensa.", until })
}

async fn lift_ban(people: People, by: Administrator, of: OfPerson) -> Result<Done, Refusal> {
    people.lift_ban(by.0, &of.user_id).await?;
    done("Suspensão removida.")
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RoleOfPerson {
    user_id: String,
    #[schemars(extend("expected" = "admin, moderator, editor ou publisher"))]
    role: Role,
}

async fn grant(people: People, by: Administrator, of: RoleOfPerson) -> Result<Done, Refusal> {
    people.grant_role(by.0, &of.user_id, of.role).await?;
    done("Permissão concedida.")
}

async fn revoke(people: People, by: Administrator, of: RoleOfPerson) -> Result<Done, Refusal> {
    people.revoke_role(by.0, &of.user_id, of.role).await?;
    done("Permissão retirada.")
}

#[derive(Serialize, JsonSchema)]
struct FactorsReset {
    message: &'static str,
    removed: u64,
}

async fn reset_factors(people: People, by: Administrator, of: OfPerson) -> Result<FactorsReset, Refusal> {
    let removed = people.reset_factors(by.0, &of.user_id).await?;
    Ok(FactorsReset { message: "Segundos fatores e passkeys removidos.", removed })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EndPersonSessions {
    user_id: String,
    /// Session to end. `null` ends all.
    session_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct SessionsEnded {
    message: &'static str,
    ended: u64,
}

async fn end_sessions(
    people: People,
    by: Administrator,
    request: EndPersonSessions,
) -> Result<SessionsEnded, Refusal> {
    let ending = request.session_id.map_or(Ending::All, Ending::One);
    let ended = people.end_sessions_of(by.0, &request.user_id, ending).await?;
    Ok(SessionsEnded { message: "Sessões encerradas.", ended })
}
