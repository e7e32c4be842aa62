//! Emails on the days of the study plan, for members who want them: at most one a day, never at night, and none if a
//! lesson was finished that day.
//!
//! A job records the due ones. The email is written from its row, by the facts at that time.

use std::{collections::BTreeSet, sync::Arc};

use ateneu_auth::facts_of;
use ateneu_base::{Clock, Timestamp, calendar, ids};
use ateneu_content::emails::{Button, LessonCount, Links, StudyReminder};
use ateneu_data::{Argument, Procedure};
use ateneu_db::{Db, Error, Tx, json_column};
use ateneu_jobs::{Job, Schedule};
use ateneu_mail::{Context, Email, Message, Queue, RowEmails, Sender};
use ateneu_schema::{Kind, rule::anyone};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::plan::{self, Planned};

/// First and last hour of São Paulo for reminders.
const FIRST_HOUR: i8 = 8;
const LAST_HOUR: i8 = 20;
/// Number of members handled together.
const PART: usize = 200;
/// Maximum number of lessons named in an email.
const LISTED: usize = 5;
/// Number of random bytes of a token.
const TOKEN_BYTES: usize = 24;

/// SQL of people with a confirmed address: `users`, at the instant `$2`.
const REACHED: &str =
    "users.email_confirmed_at IS NOT NULL AND users.deleted_at IS NULL AND NOT users.is_anonymous
    AND (users.banned_until IS NULL OR users.banned_until <= $2)";

/// Labels of the scheduled job in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[("study_reminders", "Enviar lembretes de estudo")];

/// Returns the job that records reminders. `facts_sql` is [`ateneu_schema::Schema::facts_sql`], which determines
/// access.
pub fn reminder_job(db: &Db, clock: &Clock, facts_sql: Arc<str>) -> Job {
    let (db, clock) = (db.clone(), clock.clone());
    let work = move || {
        let (db, now, facts_sql) = (db.clone(), clock.now(), Arc::clone(&facts_sql));
        async move {
            let noted = remind(&db, &facts_sql, now).await;
            Ok(match noted.map_err(ateneu_jobs::Error::of("Os lembretes falharam"))? {
                0 => "Nenhum lembrete a enviar.".into(),
                count => format!("Lembretes de estudo: {count}."),
            })
        }
    };
    Job::new("study_reminders", Schedule::hourly(5), work)
}

fn is_quiet(now: Timestamp) -> bool {
    !(FIRST_HOUR..LAST_HOUR).contains(&calendar::hour(now))
}

/// Records a reminder for every subscriber whose plan has this day, once a day. Returns their number.
pub async fn remind(db: &Db, facts_sql: &Arc<str>, now: Timestamp) -> Result<usize, Error> {
    let (mut after, mut noted) = (Some(String::new()), 0);
    while let Some(from) = after.take().filter(|_| !is_quiet(now)) {
        let facts_sql = Arc::clone(facts_sql);
        let (due, last) = db.read(move |tx| due(tx, &facts_sql, &from, now)).await?;
        noted += due.len();
        db.write(move |tx| store_reminders(tx, &due, now)).await?;
        after = last;
    }
    Ok(noted)
}

/// A member who wants reminders.
#[derive(Deserialize)]
struct Student {
    user_id: String,
    #[serde(deserialize_with = "json_column")]
    weekdays: BTreeSet<String>,
}

/// A reminder without its email.
#[derive(Deserialize)]
struct Reminder {
    user_id: String,
    day: String,
    token: String,
}

/// Returns the people with a due reminder among the next members after `after` who want reminders and had none today.
/// Also returns the last of these members, if there may be more.
fn due(
    tx: &mut Tx<'_>,
    facts_sql: &str,
    after: &str,
    now: Timestamp,
) -> Result<(Vec<String>, Option<String>), Error> {
    let sql = format!(
        "SELECT learning_settings.user_id, study_plans.weekdays
         FROM learning_settings JOIN study_plans ON study_plans.user_id = learning_settings.user_id
         JOIN users ON users.id = learning_settings.user_id
         WHERE learning_settings.reminds AND learning_settings.user_id > $1 AND {REACHED}
           AND NOT EXISTS (SELECT 1 FROM study_reminders
                           WHERE study_reminders.user_id = users.id AND study_reminders.day >= $3)
         ORDER BY learning_settings.user_id LIMIT {PART}"
    );
    let students: Vec<Student> =
        tx.query_as(&sql, &[after.into(), now.into(), calendar::iso_day(now).into()])?;
    let last = students.last().filter(|_| students.len() == PART).map(|student| student.user_id.clone());
    let weekday = calendar::weekday(now).to_string();
    let mut due = Vec::new();
    for Student { user_id, weekdays } in students {
        if weekdays.contains(&weekday) && facts_of(tx, facts_sql, &user_id, now)?.subscriber {
            due.push(user_id);
        }
    }
    Ok((due, last))
}

fn store_reminders(tx: &mut Tx<'_>, due: &[String], now: Timestamp) -> Result<(), Error> {
    for user in due {
        // The token is kept, so that links in older emails still work.
        tx.write(
            "INSERT INTO study_reminders (id, user_id, day, token, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (user_id) DO UPDATE
             SET day = excluded.day, created_at = excluded.created_at, notified_at = NULL
             WHERE study_reminders.day < excluded.day",
            &[
                ids::row_id(now).into(),
                user.as_str().into(),
                calendar::iso_day(now).into(),
                ids::secret(TOKEN_BYTES).into(),
                now.into(),
            ],
        )?;
    }
    Ok(())
}

/// Returns the emails of the recorded reminders.
pub fn emails() -> RowEmails {
    RowEmails::new("study_reminders", "user_id, day, token", |context, tx, row| {
        Ok(email(context, tx, &row.read()?)?.into_iter().collect())
    })
}

/// Writes the email of a reminder. Returns `None` if it is too late, the member no longer wants it or has finished a
/// lesson today, or no lesson is left.
fn email(context: &Context<'_>, tx: &mut Tx<'_>, reminder: &Reminder) -> Result<Option<Message>, Error> {
    let (Reminder { user_id: user, day, token }, now) = (reminder, context.now);
    if is_quiet(now) || calendar::iso_day(now) != *day {
        return Ok(None);
    }
    let sql = format!(
        "SELECT users.email FROM users JOIN learning_settings ON learning_settings.user_id = users.id
         WHERE users.id = $1 AND learning_settings.reminds AND {REACHED}
           AND NOT EXISTS (SELECT 1 FROM learning_days WHERE learning_days.user_id = users.id
                           AND learning_days.day = $3 AND learning_days.lessons > 0)"
    );
    let address: Option<Option<String>> =
        tx.query_optional_as(&sql, &[user.into(), now.into(), day.into()])?;
    let Some(address) = address.flatten() else { return Ok(None) };
    let mut lessons = plan::schedule(tx, user, now)?;
    lessons.retain(|lesson| lesson.day == *day);
    if lessons.is_empty() {
        return Ok(None);
    }
    let sender = context.sender;
    let end = calendar::next_time(calendar::start_of_day(now), LAST_HOUR, 0);
    let message = written(&lessons, token, sender).to(&address, sender);
    Ok(Some(message.in_queue(Queue::Newsletter).once(format!("study reminder {user} {day}")).until(end)))
}

fn written(lessons: &[Planned], token: &str, sender: &Sender) -> Email {
    let link = |lesson: &Planned| {
        let path = format!("/membros/aprendizagem/aula/{}", lesson.lesson_id);
        (format!("{} · {} ({} min)", lesson.title, lesson.course_title, lesson.minutes), sender.link(&path))
    };
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let email = sender.email(&StudyReminder {
        count: match lessons.len() {
            1 => LessonCount::One,
            count => LessonCount::Many { count: number(count) },
        },
        minutes: lessons.iter().map(|lesson| lesson.minutes).sum(),
        lessons: Links(lessons.iter().take(LISTED).map(link).collect()),
        more: lessons.len().checked_sub(LISTED).filter(|more| *more > 0).map(number),
        button: Button(sender.link("/membros/aprendizagem/planos")),
    });
    email.unsubscribe(sender.link(&format!("/avisos/estudo/{token}")))
}

/// Declares the procedure that ends the reminders by the token of an email. It returns `false` if the token is invalid.
pub fn stop() -> Procedure {
    Procedure::writes::<bool>(
        "stop_study_reminders",
        [Argument::required("token", Kind::Text)],
        anyone(),
        |tx, call| {
            let token = call.text("token").unwrap_or_default();
            let user: Option<String> = tx
                .query_optional_as("SELECT user_id FROM study_reminders WHERE token = $1", &[token.into()])?;
            let Some(user) = user else { return Ok(Json::Bool(false)) };
            tx.write(
                "UPDATE learning_settings SET reminds = FALSE, updated_at = $2 WHERE user_id = $1",
                &[user.into(), call.now.into()],
            )?;
            Ok(Json::Bool(true))
        },
    )
}
