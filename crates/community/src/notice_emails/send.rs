//! One pass over all people to whom an email may be due.

use std::collections::{HashMap, HashSet};

use ateneu_auth::facts_of;
use ateneu_base::{Caller, Timestamp, calendar::iso_day, ids};
use ateneu_content::emails::NoticeLine;
use ateneu_db::{Error, Row, Tx};
use ateneu_mail::{Message, Queue, Sender};
use serde_json::Value as Json;

use super::{
    NoticeEmails,
    due::Person,
    gather::{self, PEOPLE},
    render::{self, Content, Line},
};
use crate::rights::Rights;

/// Number of people whose emails are queued in one transaction.
const PART: usize = 100;
/// Maximum number of posts in a summary.
const LISTED_POSTS: usize = 5;
/// Number of random bytes of a token.
const TOKEN_BYTES: usize = 24;

/// An email to be queued, with the notices that it settles.
struct Outgoing {
    person: Person,
    token: String,
    /// Email to be sent. `None` if no text is left for it. The notices are settled all the same.
    message: Option<Message>,
    has_summary: bool,
    settled: Vec<String>,
}

/// Data shared by the whole pass.
struct Pass<'a> {
    sender: Sender,
    posts: Rights<'a>,
    contents: Rights<'a>,
    newest: Vec<Row>,
    facts_sql: String,
    now: Timestamp,
}

impl NoticeEmails {
    /// Queues an email for every person who is due. Returns the number of emails.
    pub async fn send(&self) -> Result<usize, Error> {
        let (mut after, mut queued) = (String::new(), 0);
        loop {
            let (handler, from) = (self.clone(), after.clone());
            let read = self.db.read(move |tx| handler.write_part(tx, &from)).await?;
            for part in read.emails {
                let handler = self.clone();
                queued += self.db.write(move |tx| handler.queue(tx, &part)).await?;
            }
            match read.last {
                Some(last) => after = last,
                None => return Ok(queued),
            }
        }
    }

    /// Returns the emails of some hundred people.
    fn write_part(&self, tx: &mut Tx<'_>, after: &str) -> Result<Part, Error> {
        let now = self.clock.now();
        let people = gather::people(tx, after, now)?;
        let last = people.last().filter(|_| people.len() >= PEOPLE).map(|person| person.id.clone());
        let (posts, contents) = Rights::of_titles(&self.schema)?;
        let for_notices: Vec<_> = people.iter().filter(|person| person.is_due_for_notices(now)).collect();
        let for_summary: Vec<_> = people.iter().filter(|person| person.is_due_for_summary(now)).collect();
        let mut waiting = match for_notices.is_empty() {
            true => HashMap::new(),
            false => gather::notices(tx, (&posts, &contents), &for_notices, now)?,
        };
        let (newest, silenced) = match for_summary.is_empty() {
            true => (Vec::new(), HashSet::new()),
            false => (gather::posts(tx, &posts, now)?, gather::silenced(tx, &for_summary)?),
        };
        let facts_sql = self.schema.facts_sql().unwrap_or_default();
        let pass = Pass { sender: self.mail.sender(), posts, contents, newest, facts_sql, now };
        let mut emails = Vec::new();
        for person in &people {
            let notices = waiting.remove(&person.id).unwrap_or_default();
            if let Some(outgoing) = self.write_one(tx, &pass, person, &notices, &silenced)? {
                emails.push(outgoing);
            }
        }
        let mut parts = Vec::new();
        while !emails.is_empty() {
            parts.push(emails.drain(..emails.len().min(PART)).collect());
        }
        Ok(Part { emails: parts, last })
    }

    /// Returns the email of one person, within the person's present rights.
    fn write_one(
        &self,
        tx: &mut Tx<'_>,
        pass: &Pass<'_>,
        person: &Person,
        notices: &[Row],
        silenced: &HashSet<(String, String)>,
    ) -> Result<Option<Outgoing>, Error> {
        let now = pass.now;
        let is_summary = person.is_due_for_summary(now) && !pass.newest.is_empty();
        if notices.is_empty() && !is_summary {
            return Ok(None);
        }
        let facts = facts_of(tx, &pass.facts_sql, &person.id, now)?;
        let caller = Caller::person(&person.id, facts);
        let lines: Vec<_> =
            notices.iter().filter_map(|row| notice_line(pass, person, row, &caller)).collect();
        let posts = if is_summary { summary(pass, person, &caller, silenced) } else { Vec::new() };
        let settled = notices.iter().filter_map(|row| row.text("id").map(str::to_owned)).collect::<Vec<_>>();
        if lines.is_empty() && posts.is_empty() && settled.is_empty() {
            return Ok(None);
        }
        let token = person.token.clone().unwrap_or_else(|| ids::secret(TOKEN_BYTES));
        let message = (!lines.is_empty() || !posts.is_empty()).then(|| {
            let content = Content { notices: &lines, posts: &posts, token: &token };
            let last = person.emailed_at.map_or_else(|| "first".to_owned(), |at| at.to_string());
            render::email(&content, &pass.sender)
                .to(&person.email, &pass.sender)
                .in_queue(Queue::Newsletter)
                .once(format!("notices {} {last}", person.id))
                .until(now + std::time::Duration::from_hours(24))
        });
        Ok(Some(Outgoing { person: person.clone(), token, message, has_summary: !posts.is_empty(), settled }))
    }

    /// Queues emails and records them. Returns their number.
    fn queue(&self, tx: &mut Tx<'_>, part: &[Outgoing]) -> Result<usize, Error> {
        let now = self.clock.now();
        let settled: Vec<_> =
            part.iter().flat_map(|outgoing| &outgoing.settled).map(String::as_str).collect();
        if !settled.is_empty() {
            let among = tx.dialect().among("id", "$1");
            let sql = format!("UPDATE notices SET emailed_at = $2 WHERE {among} AND emailed_at IS NULL");
            tx.write(&sql, &[Json::from(settled).to_string().into(), now.into()])?;
        }
        let mut queued = 0;
        for Outgoing { person, token, message, has_summary, .. } in part {
            let Some(message) = message else { continue };
            // Another server has queued it from the same state.
            if !self.mail.queue(tx, message)? {
                continue;
            }
            queued += 1;
            tx.execute(
                "INSERT INTO notice_emails (user_id, token, emailed_at, summary_at, day, sent)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (user_id) DO UPDATE SET emailed_at = excluded.emailed_at,
                     summary_at = coalesce(excluded.summary_at, notice_emails.summary_at),
                     day = excluded.day, sent = excluded.sent",
                &[
                    (&person.id).into(),
                    token.into(),
                    now.into(),
                    has_summary.then_some(now).into(),
                    iso_day(now).into(),
                    person.sent_with_next(now).into(),
                ],
            )?;
        }
        Ok(queued)
    }
}

/// Emails in groups that are queued together, and the person after whom the next part begins.
struct Part {
    emails: Vec<Vec<Outgoing>>,
    last: Option<String>,
}

/// Returns the line of a notice. Returns `None` if the person was active after it, has muted its place meanwhile, or
/// may no longer read its subject.
fn notice_line(pass: &Pass<'_>, person: &Person, row: &Row, caller: &Caller) -> Option<Line> {
    let created = row.instant("created_at");
    let is_seen = created.is_none_or(|at| person.active_at().is_some_and(|active| at < active));
    if is_seen || row.boolean("is_over") {
        return None;
    }
    let title = match row.text("content_id") {
        Some(_) => pass.contents.readable_text(row, caller, pass.now),
        None => pass.posts.readable_text(row, caller, pass.now),
    };
    render::line(row, title, &pass.sender)
}

/// Returns the newest posts by others in the person's channels since the last summary.
fn summary(
    pass: &Pass<'_>,
    person: &Person,
    caller: &Caller,
    silenced: &HashSet<(String, String)>,
) -> Vec<Line> {
    let since = person.summary_since(pass.now);
    let is_silenced = |row: &Row, name: &str| {
        let place = row.text(name).unwrap_or_default().to_owned();
        silenced.contains(&(person.id.clone(), place))
    };
    let chosen = pass.newest.iter().filter(|row| {
        row.instant("published").is_some_and(|at| at > since)
            && row.text("author") != Some(&person.id)
            && !is_silenced(row, "channel")
            && !is_silenced(row, "id")
    });
    let line = |row: &Row| {
        let title = pass.posts.readable_text(row, caller, pass.now)?;
        let channel = row.text("channel_name").unwrap_or_default();
        let path = format!("/membros/publicacao/{}", row.text("id")?);
        let line = NoticeLine::ChannelPost { title: title.to_owned(), channel: channel.to_owned() };
        Some(Line { text: pass.sender.phrase(&line), path })
    };
    chosen.filter_map(line).take(LISTED_POSTS).collect()
}
