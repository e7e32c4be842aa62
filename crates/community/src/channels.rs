//! Creation of channels, and decisions about requested ones.

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Caller, Timestamp, Value, ids};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::{Kind, TableRow, rule};
use ateneu_settings::declared;
use serde_json::Value as Json;

use crate::{
    call::{MAX_REASON_LENGTH, given, person, within},
    moderation::{inform, uses_listed_word},
    refused::Refused,
    rows::Post,
    sanctions::{refuse_banned, refuse_silenced},
    tables::NoticeReason,
};

/// Maximum number of requested channels of a member.
const MAX_WAITING: i64 = 3;

#[derive(Clone, PartialEq, TableRow)]
#[table("channels")]
struct Channel {
    id: String,
    name: String,
    description: Option<String>,
    is_private: bool,
    is_waiting: bool,
    created_by: Option<String>,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("channel_members")]
struct Membership {
    channel_id: String,
}

pub fn triggers() -> Vec<Trigger> {
    vec![
        Trigger::on::<Channel>().of_caller(refuse_banned).before(before_channel).after(enter_own_channel),
        Trigger::on::<Membership>().of_caller(refuse_banned).before(before_membership),
    ]
}

pub fn procedures() -> Vec<Procedure> {
    vec![
        Procedure::reads::<String>("channel_creation", [], rule::member(), |tx, call| {
            Ok(may_create(tx, &call.caller)?.into())
        }),
        Procedure::writes::<()>(
            "decide_channel",
            [
                Argument::required("id", Kind::Text),
                Argument::required("approved", Kind::Bool),
                Argument::optional("reason", Kind::Text),
            ],
            rule::staff(),
            decide,
        ),
    ]
}

/// Returns the callers that may create channels: `members` at once, `approval` with a decision, or only `staff`.
fn may_create(tx: &mut Tx<'_>, caller: &Caller) -> Result<String, Error> {
    if caller.is_staff() {
        return Ok("members".to_owned());
    }
    Ok(ateneu_settings::text(tx, &declared::CHANNEL_CREATION)?)
}

/// Refuses a new channel, or makes it wait for approval, according to the setting.
fn before_channel(tx: &mut Tx<'_>, write: &Write<'_, Channel>, new: &mut Channel) -> Result<(), Error> {
    refuse_silenced(write.caller)?;
    // Hyphens in the name stand for spaces.
    let shown = format!("{} {}", new.name.replace('-', " "), new.description.as_deref().unwrap_or_default());
    if let Some(old) = write.old {
        let is_renamed = (&old.name, &old.description) != (&new.name, &new.description);
        if is_renamed && !write.caller.is_staff() && uses_listed_word(tx, &shown)? {
            return Err(Refused::UnwelcomeWords.into());
        }
        return check_opening(tx, write.caller, old, new);
    }
    new.is_waiting = match may_create(tx, write.caller)?.as_str() {
        "staff" => return Err(Refused::ChannelsAreForStaff.into()),
        word => word == "approval" || (!write.caller.is_staff() && uses_listed_word(tx, &shown)?),
    };
    if new.is_waiting {
        let waiting: i64 = tx.query_one_as(
            "SELECT count(*) FROM channels WHERE created_by = $1 AND is_waiting",
            &[new.created_by.as_deref().into()],
        )?;
        if waiting >= MAX_WAITING {
            return Err(Refused::TooManyChannelsWait.into());
        }
    }
    Ok(())
}

/// Refuses to open a private channel that has posts, because they were written for few.
fn check_opening(tx: &mut Tx<'_>, caller: &Caller, old: &Channel, new: &Channel) -> Result<(), Error> {
    let is_opened = old.is_private && !new.is_private;
    if !is_opened || caller.is_service() {
        return Ok(());
    }
    let written = tx.query_optional(
        "SELECT id FROM community_posts WHERE channel_id = $1 LIMIT 1",
        &[(&old.id).into()],
    )?;
    written.map_or(Ok(()), |_| Err(Refused::ChannelHasPosts.into()))
}

/// Refuses to move a post with others' comments out of a private channel, because they were written for its members.
pub fn check_move(tx: &mut Tx<'_>, caller: &Caller, old: &Post, new: &Post) -> Result<(), Error> {
    if old.channel_id == new.channel_id || caller.is_service() {
        return Ok(());
    }
    let foreign = tx.query_optional(
        "SELECT community_comments.id FROM community_comments
         WHERE post_id = $1 AND author_id <> $2
           AND EXISTS (SELECT 1 FROM channels WHERE channels.id = $3 AND (is_private OR is_waiting)) LIMIT 1",
        &[(&old.id).into(), (&old.author_id).into(), (&old.channel_id).into()],
    )?;
    foreign.map_or(Ok(()), |_| Err(Refused::PostHasComments.into()))
}

/// Adds the creator of an approved channel to its members.
fn enter_own_channel(
    tx: &mut Tx<'_>,
    write: &Write<'_, Channel>,
    new: Option<&Channel>,
) -> Result<(), Error> {
    let (None, Some(channel)) = (write.old, new) else { return Ok(()) };
    if write.caller.is_service() || channel.is_waiting {
        return Ok(());
    }
    enter(tx, Some(&channel.id), channel.created_by.as_deref(), write.now)
}

fn enter(tx: &mut Tx<'_>, channel: Option<&str>, person: Option<&str>, now: Timestamp) -> Result<(), Error> {
    if let (Some(channel), Some(person)) = (channel, person) {
        tx.write(
            "INSERT INTO channel_members (channel_id, user_id, joined_at) VALUES ($1, $2, $3)
             ON CONFLICT (channel_id, user_id) DO NOTHING",
            &[channel.into(), person.into(), now.into()],
        )?;
    }
    Ok(())
}

/// Refuses members of a channel in wait for approval, because they would read it.
fn before_membership(
    tx: &mut Tx<'_>,
    write: &Write<'_, Membership>,
    new: &mut Membership,
) -> Result<(), Error> {
    refuse_silenced(write.caller)?;
    let waiting = tx.query_optional(
        "SELECT id FROM channels WHERE id = $1 AND is_waiting",
        &[(&new.channel_id).into()],
    )?;
    match waiting {
        Some(_) => Err(Refused::ChannelWaits.into()),
        None => Ok(()),
    }
}

/// Approves a waiting channel, or removes it with a reason. Its creator is informed.
fn decide(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let approved = call.arguments.get("approved").and_then(Json::as_bool).unwrap_or(false);
    let reason = within(given(call, "reason"), MAX_REASON_LENGTH)?;
    if !approved && reason.is_none() {
        return Err(Refused::ReasonMissing.into());
    }
    tx.lock("channels")?;
    let id = given(call, "id").unwrap_or_default();
    let sql = "SELECT name, created_by FROM channels WHERE id = $1 AND is_waiting";
    let found = tx.query_optional_as(sql, &[id.into()])?;
    let (name, creator): (String, Option<String>) = found.ok_or(Refused::ChannelDecided)?;
    if creator.is_some() && creator == call.caller.user_id {
        return Err(Refused::OwnCase.into());
    }
    if approved {
        tx.write("UPDATE channels SET is_waiting = FALSE WHERE id = $1", &[id.into()])?;
        enter(tx, Some(id), creator.as_deref(), call.now)?;
    } else {
        tx.write("DELETE FROM channels WHERE id = $1", &[id.into()])?;
    }
    if let Some(creator) = &creator {
        tx.write(
            "INSERT INTO channel_decisions (id, user_id, channel_id, name, is_approved, reason, decided_by, decided_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            &[
                ids::row_id(call.now).into(),
                creator.into(),
                id.into(),
                name.into(),
                Value::Bool(approved),
                reason.into(),
                person(call),
                call.now.into(),
            ],
        )?;
        inform(tx, Some(creator), Some(NoticeReason::Channel), call.now)?;
    }
    let new = if approved { "approved" } else { "refused" };
    call.records_itself();
    let entry = Entry { action: "channel-decision", subject: id, old: Some("waiting"), new: Some(new) };
    ateneu_audit::write(tx, Actor::of(&call.caller).as_ref(), entry, call.now)?;
    Ok(Json::Null)
}
