//! The draft of the weekly letter: each Monday, what was published since the last letter, as a draft. Only a person sends
//! it.

use std::{fmt::Write, time::Duration};

use ateneu_base::{Clock, Record, Timestamp, calendar, ids};
use ateneu_data::Error;
use ateneu_db::{Db, Tx};
use ateneu_jobs::{Job, Schedule};
use ateneu_schema::{Words, sanitize};
use serde_json::json;

use crate::{
    content_type::ContentType,
    draft::{self, Draft, fields_of},
};

/// Maximum number of contents in a draft.
const MAX_CONTENTS: i64 = 20;
/// Time before the draft from which contents are taken, without a letter in the past.
const WITHOUT_LETTER: Duration = Duration::from_hours(7 * 24);
/// Longest such time. After a pause of months a letter does not list them all.
const MAX_PERIOD: Duration = Duration::from_hours(31 * 24);

/// Returns the job that writes the draft.
pub fn job(db: &Db, clock: &Clock) -> Job {
    let (db, clock) = (db.clone(), clock.clone());
    Job::new("draft_weekly_letter", Schedule::weekly(1, 6, 0), move || write(db.clone(), clock.clone()))
}

async fn write(db: Db, clock: Clock) -> Result<String, ateneu_jobs::Error> {
    let now = clock.now();
    let written = db.write(move |tx| draft_letter(tx, now)).await;
    Ok(match written.map_err(ateneu_jobs::Error::of("O rascunho foi recusado"))? {
        Outcome::Exists => "A carta desta semana já existe.".into(),
        Outcome::Nothing => "Nada foi publicado desde a última carta.".into(),
        Outcome::Drafted(1) => "Rascunho da carta escrito, com 1 conteúdo.".into(),
        Outcome::Drafted(many) => format!("Rascunho da carta escrito, com {many} conteúdos."),
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// The week has its letter.
    Exists,
    /// The week has no new content.
    Nothing,
    /// A draft with this number of contents was stored.
    Drafted(usize),
}

fn draft_letter(tx: &mut Tx<'_>, now: Timestamp) -> Result<Outcome, Error> {
    let id = id_of_week(now);
    let stored = tx.query_optional("SELECT id FROM contents WHERE id = $1", &[id.as_str().into()])?;
    if stored.is_some() || Draft::find(tx, &id, tx.dialect().for_update())?.is_some() {
        return Ok(Outcome::Exists);
    }
    let begin = read_begin(tx, now)?;
    let contents = published(tx, begin, now)?;
    if contents.is_empty() {
        return Ok(Outcome::Nothing);
    }
    draft::create(tx, &id, fields(&contents, now), now)?;
    Ok(Outcome::Drafted(contents.len()))
}

/// Returns the id of the letter of a week, so that a second run does not write a second one.
fn id_of_week(now: Timestamp) -> String {
    let monday = calendar::iso_day_before(now, i32::from(calendar::weekday(now)) - 1);
    let digest = ids::digest(&format!("weekly letter {monday}"));
    // A version 8 uuid, whose bits are free.
    format!(
        "{}-{}-8{}-8{}-{}",
        &digest[..8],
        &digest[8..12],
        &digest[13..16],
        &digest[17..20],
        &digest[20..32]
    )
}

/// Returns the time from which contents belong to the letter.
fn read_begin(tx: &mut Tx<'_>, now: Timestamp) -> Result<Timestamp, Error> {
    let sql = "SELECT max(published_at) FROM contents WHERE content_type = 'letter' AND is_published";
    let last: Option<Timestamp> = tx.query_one_as(sql, &[])?;
    Ok(last.unwrap_or(now - WITHOUT_LETTER).max(now - MAX_PERIOD))
}

/// A published content.
struct Published {
    title: String,
    description: Option<String>,
    link: String,
    is_member_only: bool,
}

/// Returns what was published after `begin`, oldest first. The newest are taken if there are more than [`MAX_CONTENTS`].
fn published(tx: &mut Tx<'_>, begin: Timestamp, now: Timestamp) -> Result<Vec<Published>, Error> {
    let rows = tx.query(
        "SELECT id, slug, title, description, is_member_only FROM contents
         WHERE is_published AND published_at > $1 AND published_at <= $2 AND content_type <> 'letter'
           AND (visible_from IS NULL OR visible_from <= $2)
         ORDER BY published_at DESC LIMIT $3",
        &[begin.into(), now.into(), MAX_CONTENTS.into()],
    )?;
    let published = rows.iter().rev().map(|row| {
        let text = |column| row.text(column).unwrap_or_default();
        let is_member_only = row.boolean("is_member_only");
        let link = match row.text("slug") {
            _ if is_member_only => format!("/membros/conteudo/{}", text("id")),
            Some(slug) => format!("/blog/{slug}"),
            None => format!("/blog/{}", text("id")),
        };
        let description = row.text("description").map(str::to_owned);
        Published { title: text("title").to_owned(), description, link, is_member_only }
    });
    Ok(published.collect())
}

/// Returns the fields of the letter's form.
fn fields(contents: &[Published], now: Timestamp) -> Record {
    let mut form = Record::new();
    form.insert("title".into(), json!(format!("Carta da semana, {}", calendar::day(now))));
    form.insert("content_type".into(), json!(ContentType::Letter.word()));
    form.insert("body".into(), json!(body(contents)));
    let mut fields = fields_of(&form);
    fields.insert("is_member_only".into(), json!(false));
    fields
}

fn body(contents: &[Published]) -> String {
    let mut body = "<p>Olá, {primeiro_nome|leitor}.</p><p>Nesta semana, no site:</p>".to_owned();
    for Published { title, description, link, is_member_only } in contents {
        let (title, link) = (sanitize::escape(title), sanitize::escape(link));
        let note = if *is_member_only { " (para assinantes)" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(body, "<h2><a href=\"{link}\">{title}</a>{note}</h2>");
        if let Some(description) = description.as_deref().filter(|text| !text.trim().is_empty()) {
            let _ = write!(body, "<p>{}</p>", sanitize::escape(description));
        }
    }
    body.push_str("<p>Até a próxima segunda-feira.</p>");
    body
}
