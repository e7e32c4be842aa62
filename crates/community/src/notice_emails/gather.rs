//! Data of the emails: a few queries for some hundred people, instead of queries for each person.

use std::collections::{HashMap, HashSet};

use ateneu_base::Timestamp;
use ateneu_db::{Error, Row, Tx};
use serde_json::Value as Json;

use super::due::{Person, WAIT};
use crate::rights::{Rights, is_over};

/// Number of people handled together.
pub const PEOPLE: usize = 500;
/// Maximum number of notices considered for a person.
const NOTICES: usize = 30;
/// Numbers of posts of one channel, and of all, from which summaries choose.
const POSTS_OF_CHANNEL: usize = 10;
const POSTS: usize = 2_000;
/// Number of days of the longest period.
pub const DAYS: u64 = 31;

/// Returns people with access and a confirmed address whose ids follow `after`.
pub fn people(tx: &mut Tx<'_>, after: &str, now: Timestamp) -> Result<Vec<Person>, Error> {
    tx.query_as(
        &format!(
            "SELECT users.id, users.email, users.created_at,
                 coalesce(preferences.email_period, 'semana') AS email_period,
                 coalesce(preferences.summary_period, 'semana') AS summary_period,
                 notice_emails.token, notice_emails.emailed_at, notice_emails.summary_at, notice_emails.day,
                 notice_emails.sent,
                 (SELECT max(coalesce(refreshed_at, created_at)) FROM sessions
                  WHERE sessions.user_id = users.id) AS session_at,
                 (SELECT max(read_at) FROM channel_states WHERE channel_states.user_id = users.id) AS channel_at,
                 (SELECT max(read_at) FROM post_states WHERE post_states.user_id = users.id) AS post_at
             FROM users
             LEFT JOIN notification_preferences preferences ON preferences.user_id = users.id
             LEFT JOIN notice_emails ON notice_emails.user_id = users.id
             WHERE users.id > $1 AND users.email IS NOT NULL AND users.email_confirmed_at IS NOT NULL
               AND users.deleted_at IS NULL AND NOT users.is_anonymous AND (users.banned_until IS NULL OR users.banned_until <= $2)
               AND (EXISTS (SELECT 1 FROM subscribers
                            WHERE subscribers.user_id = users.id AND subscribers.access_until > $2)
                    OR EXISTS (SELECT 1 FROM user_roles
                               WHERE user_roles.user_id = users.id AND role IN ('admin', 'moderator')))
             ORDER BY users.id LIMIT {PEOPLE}"
        ),
        &[after.into(), now.into()],
    )
}

/// Returns the waiting notices of people, newest first, by person.
pub fn notices(
    tx: &mut Tx<'_>,
    (posts, contents): (&Rights<'_>, &Rights<'_>),
    people: &[&Person],
    now: Timestamp,
) -> Result<HashMap<String, Vec<Row>>, Error> {
    let sql = format!(
        "SELECT waiting.id, waiting.user_id, waiting.kind, waiting.reason, waiting.post_id, waiting.comment_id,
             waiting.content_id, waiting.actors, waiting.created_at, actor.display_name AS actor, {}, {}, {}
         FROM (SELECT notices.*,
                   row_number() OVER (PARTITION BY user_id ORDER BY updated_at DESC, id DESC) AS place
               FROM notices
               WHERE {} AND read_at IS NULL AND emailed_at IS NULL AND created_at <= $2) waiting
         LEFT JOIN community_posts posts ON posts.id = waiting.post_id
         LEFT JOIN community_comments comments ON comments.id = waiting.comment_id
         LEFT JOIN contents ON contents.id = waiting.content_id
         LEFT JOIN member_profiles actor ON actor.user_id = waiting.actor_id
         WHERE waiting.place <= {NOTICES}
         ORDER BY waiting.user_id, waiting.place",
        is_over("waiting"),
        posts.select("posts"),
        contents.select("contents"),
        tx.dialect().among("user_id", "$1"),
    );
    let mut found: HashMap<String, Vec<Row>> = HashMap::new();
    for row in tx.query(&sql, &[ids(people).into(), (now - WAIT).into()])? {
        let person = row.text("user_id").unwrap_or_default().to_owned();
        found.entry(person).or_default().push(row);
    }
    Ok(found)
}

/// Returns the newest posts of every channel, newest first.
pub fn posts(tx: &mut Tx<'_>, posts: &Rights<'_>, now: Timestamp) -> Result<Vec<Row>, Error> {
    let since = now - std::time::Duration::from_hours(DAYS * 24);
    let sql = format!(
        "SELECT newest.*, channels.name AS channel_name
         FROM (SELECT community_posts.id, community_posts.author_id AS author,
                   community_posts.channel_id AS channel, community_posts.created_at AS published, {},
                   row_number() OVER (PARTITION BY channel_id ORDER BY created_at DESC, id DESC) AS place
               FROM community_posts
               WHERE created_at > $1 AND NOT is_hidden AND NOT is_deleted) newest
         JOIN channels ON channels.id = newest.channel
         WHERE newest.place <= {POSTS_OF_CHANNEL}
         ORDER BY newest.published DESC, newest.id DESC LIMIT {POSTS}",
        posts.select("community_posts"),
    );
    tx.query(&sql, &[since.into()])
}

/// Returns pairs of person and muted channel or post.
pub fn silenced(tx: &mut Tx<'_>, people: &[&Person]) -> Result<HashSet<(String, String)>, Error> {
    let among = tx.dialect().among("user_id", "$1");
    let sql = format!(
        "SELECT user_id, channel_id AS place FROM channel_states WHERE {among} AND level = 'silenciar'
         UNION ALL
         SELECT user_id, post_id AS place FROM post_states WHERE {among} AND level = 'silenciar'"
    );
    Ok(tx.query_as(&sql, &[ids(people).into()])?.into_iter().collect())
}

fn ids(people: &[&Person]) -> String {
    Json::from(people.iter().map(|person| person.id.as_str()).collect::<Vec<_>>()).to_string()
}
