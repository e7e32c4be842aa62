//! Personal invitations: links of members, and their guests.

use std::time::Duration;

use ateneu_base::{Timestamp, Value, ids};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{
    Kind,
    rule::{has_access, signed_in},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Validity of a link.
const VALID: Duration = Duration::from_hours(30 * 24);
/// Maximum number of people who may use a link.
const MAX_USES: i64 = 20;
/// Maximum age of an account that may use an invitation.
const NEW: Duration = Duration::from_hours(7 * 24);

/// Invitation of a member.
#[derive(Serialize, JsonSchema)]
struct Invite {
    id: String,
    expires_at: String,
    most_uses: i64,
    /// Invited people, the latest first.
    came: Vec<Guest>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Guest {
    user_id: String,
    at: String,
}

pub fn procedures() -> Vec<Procedure> {
    vec![
        Procedure::writes::<Invite>("my_invite", [], has_access(), |tx, call| answer(&own_invite(tx, call)?)),
        Procedure::writes::<bool>(
            "accept_invite",
            [Argument::required("invite_id", Kind::Uuid)],
            signed_in(),
            |tx, call| accept(tx, call).map(Json::Bool),
        ),
    ]
}

/// Returns the valid invitation of the caller. Creates one if there is none.
fn own_invite(tx: &mut Tx<'_>, call: &Call) -> Result<Invite, Error> {
    let user = call.caller.user_id.as_deref();
    let known = tx.query_optional_as(
        "SELECT id, expires_at FROM learning_invites
         WHERE user_id = $1 AND expires_at > $2 ORDER BY expires_at DESC LIMIT 1",
        &[user.into(), call.now.into()],
    )?;
    let (id, expires_at) = match known {
        Some(known) => known,
        None => {
            let (id, expires) = (ids::random_id(), call.now + VALID);
            tx.write(
                "INSERT INTO learning_invites (id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
                &[id.clone().into(), user.into(), call.now.into(), expires.into()],
            )?;
            (id, expires.to_string())
        }
    };
    let came = tx.query_as(
        "SELECT learning_invite_uses.user_id, learning_invite_uses.created_at AS at FROM learning_invite_uses
         JOIN learning_invites ON learning_invites.id = learning_invite_uses.invite_id
         WHERE learning_invites.user_id = $1 ORDER BY learning_invite_uses.created_at DESC LIMIT 100",
        &[user.into()],
    )?;
    Ok(Invite { id, expires_at, most_uses: MAX_USES, came })
}

/// Records that the caller, whose account is new, came by an invitation: once, and never by the own one. Returns
/// `false` if it does not count.
fn accept(tx: &mut Tx<'_>, call: &Call) -> Result<bool, Error> {
    let (user, invite) = (call.caller.user_id.as_deref(), call.text("invite_id").unwrap_or_default());
    let found: Option<(String, Timestamp, i64)> = tx.query_optional_as(
        "SELECT learning_invites.user_id, users.created_at,
                (SELECT count(*) FROM learning_invite_uses WHERE invite_id = learning_invites.id) AS uses
         FROM learning_invites, users
         WHERE learning_invites.id = $1 AND learning_invites.expires_at > $2 AND users.id = $3",
        &[invite.into(), call.now.into(), user.into()],
    )?;
    let Some((host, created_at, uses)) = found else { return Ok(false) };
    let is_own = Some(host.as_str()) == user;
    if is_own || uses >= MAX_USES || created_at + NEW <= call.now {
        return Ok(false);
    }
    let written = tx.write_count(
        "INSERT INTO learning_invite_uses (user_id, invite_id, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO NOTHING",
        &[user.into(), Value::from(invite), call.now.into()],
    )?;
    Ok(written > 0)
}
