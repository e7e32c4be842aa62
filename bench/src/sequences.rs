//! 10,000 people in five automated sequences: one turn, in which each has an email due.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use ateneu_base::{Clock, Timestamp, Value};
use ateneu_db::{Db, Target, Tx};
use ateneu_mail::Mail;
use ateneu_newsletter::sequences::{Deps, SequenceName, Sequences};
use ateneu_schema::{MIGRATIONS, Words};
use ateneu_testkit::app;

use crate::{option, postgres::POSTGRES, server::scratch, table::Table};

/// People, each in every one of the sequences.
const PEOPLE: usize = 10_000;
/// People written in one transaction.
const PART: usize = 1_000;

/// The sequences, with the delay of the first step in hours, and true where the people are members.
const SEQUENCES: [(SequenceName, u64, bool); 5] = [
    (SequenceName::AbandonedCheckout, 1, false),
    (SequenceName::FirstMonth, 24, true),
    (SequenceName::Away, 0, true),
    (SequenceName::WinBack, 30 * 24, false),
    (SequenceName::AfterRefund, 72, false),
];

/// See the module.
pub fn sequences(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    on(table, "SQLite", Target::Sqlite(folder.path().join("sequences.db")))?;
    match option(POSTGRES) {
        Some(address) => on(table, "PostgreSQL", Target::Postgres(address)),
        None => {
            table.row("sequences on PostgreSQL", "not measured".into(), POSTGRES, "not set".into());
            Ok(())
        }
    }
}

fn on(table: &mut Table, database: &str, target: Target) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let seconds = runtime.block_on(measure(target))?;
    table.under(
        &format!("10,000 people in 5 sequences on {database}: a turn with 10,000 emails"),
        seconds,
        10.0,
        "s",
    );
    Ok(())
}

async fn measure(target: Target) -> Result<f64> {
    let db = Db::open(&target, MIGRATIONS).await?;
    db.register(Arc::clone(&ateneu_server::subjects::declared().schema));
    let clock = Clock::system();
    let now = clock.now();
    db.write(move |tx| {
        for (name, _, _) in SEQUENCES {
            let sql = "INSERT INTO sequences (name, is_on, on_since, searched_at, secret, updated_at)
                       VALUES ($1, TRUE, $2, $2, 'chave', $2)";
            tx.execute(sql, &[name.into(), now.into()])?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await?;
    for part in 0..PEOPLE.div_ceil(PART) {
        let numbers = part * PART..(part + 1) * PART;
        db.write(move |tx| numbers.into_iter().try_for_each(|number| fill(tx, number, now))).await?;
    }
    let mail = Mail::open(ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(app::sender),
        config: ateneu_mail::Config::default(),
    })?;
    let plan_name = Arc::new(|_: &str| Some("Crescer".to_owned()));
    let sequences = Sequences::new(Deps { db, clock, mail, plan_name });
    let begun = Instant::now();
    let done = sequences.advance().await?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(done.sent == PEOPLE, "{done:?}");
    Ok(seconds)
}

/// Adds a person who is in every sequence, and whose email in one of them is due.
fn fill(tx: &mut Tx<'_>, number: usize, now: Timestamp) -> Result<(), ateneu_db::Error> {
    let id = format!("00000000-0000-4000-8000-{number:012}");
    let email = format!("pessoa.{number}@provedor{}.com.br", number % 50);
    let (due, _, is_member) = SEQUENCES[number % SEQUENCES.len()];
    let sql = "INSERT INTO users (id, email, email_confirmed_at, user_metadata, created_at, updated_at)
               VALUES ($1, $2, $3, '{\"full_name\":\"Ana Lima\"}', $3, $3)";
    tx.execute(sql, &[(&id).into(), (&email).into(), now.into()])?;
    let until = if is_member { now + Duration::from_hours(24 * 365) } else { now };
    let sql = "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at, updated_at)
               VALUES ($1, $1, $2, TRUE, 'scale', 'active', $3, $4, $4)";
    tx.execute(sql, &[(&id).into(), (&email).into(), until.into(), now.into()])?;
    tx.changed_table("subscribers");
    for day in 1..=20_u64 {
        let sql = "INSERT INTO auth_logs (id, created_at, action, user_id, success) VALUES ($1, $2, 'token_refreshed', $3, TRUE)";
        let at = now - Duration::from_hours(24 * (40 + day));
        tx.execute(sql, &[format!("{id}-{day}").into(), at.into(), (&id).into()])?;
    }
    tx.changed_table("auth_logs");
    for (name, hours, _) in SEQUENCES {
        let due_at = if name == due { now } else { now + Duration::from_hours(48) };
        let begun_at = due_at - Duration::from_hours(hours);
        let sql =
            "INSERT INTO sequence_runs (id, sequence, person, round, user_id, occasion, begun_at, due_at)
                   VALUES ($1, $2, $3, 1, $3, 'medida', $4, $5)";
        let key = format!("{id}-{}", name.word());
        let values: [Value; 5] = [key.into(), name.into(), (&id).into(), begun_at.into(), due_at.into()];
        tx.execute(sql, &values)?;
    }
    Ok(())
}
