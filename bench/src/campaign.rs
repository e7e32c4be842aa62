//! A campaign to 100,000 addresses: the freeze, its growth, the rate of sending to a sink, and a code on its way meanwhile.

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, ensure};
use ateneu_base::Clock;
use ateneu_db::{Db, Target};
use ateneu_mail::{Mail, Message, Smtp};
use ateneu_newsletter::campaigns::{
    By, CampaignConfig, CampaignList, CampaignText, Campaigns, Deps, Segment, Sender, SendingRates,
};
use ateneu_queue::Runner;
use ateneu_schema::MIGRATIONS;
use ateneu_testkit::{app, smtp_sink::SmtpSink};

use crate::{option, postgres::POSTGRES, server::scratch, table::Table};

/// Recipients of the campaign.
const RECIPIENTS: usize = 100_000;
/// Subscriptions written in one transaction.
const PART: usize = 5_000;
/// Time for which the rate is measured.
const SECONDS: u64 = 20;
/// Bar of the rate, in emails a second.
const RATE: f64 = 300.0;

/// See the module.
pub fn campaign(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    on(table, "SQLite", Target::Sqlite(folder.path().join("campaign.db")))?;
    match option(POSTGRES) {
        Some(address) => on(table, "PostgreSQL", Target::Postgres(address)),
        None => {
            table.row("a campaign on PostgreSQL", "not measured".into(), POSTGRES, "not set".into());
            Ok(())
        }
    }
}

/// Measured figures.
struct Measured {
    freeze: f64,
    growth: f64,
    rate: f64,
    megabytes: f64,
    code: f64,
}

fn on(table: &mut Table, database: &str, target: Target) -> Result<()> {
    let sink = SmtpSink::start();
    let url = sink.url();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let measured = runtime.block_on(measure(target, url))?;
    let name = |what: &str| format!("campaign to 100,000 on {database}: {what}");
    table.under(&name("freeze"), measured.freeze, 10.0, "s");
    table.under(&name("growth of the database for each recipient"), measured.growth, 400.0, "bytes");
    table.at_least(&name("emails a second over 10 connections"), measured.rate, RATE);
    table.under(&name("more memory"), measured.megabytes, 150.0, "MB");
    table.under(&name("a code meanwhile, p99"), measured.code, 2_000.0, "ms");
    Ok(())
}

async fn measure(target: Target, relay: String) -> Result<Measured> {
    let db = Db::open(&target, MIGRATIONS).await?;
    db.register(Arc::clone(&ateneu_server::subjects::declared().schema));
    let clock = Clock::system();
    fill(&db, &clock).await?;
    let mail = Mail::open(ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(app::sender),
        config: ateneu_mail::Config { smtp: Some(Smtp::new(&relay)), ..Default::default() },
    })?;
    let rates = SendingRates {
        connections: 10,
        per_second: 0,
        per_minute: 0,
        per_hour: 0,
        per_day: 0,
        domain_per_minute: 0,
        errors_to_pause: 10,
    };
    let config = CampaignConfig { rates, warm_up_from: None, bounce_domain: None };
    let campaigns = Campaigns::new(Deps {
        db: db.clone(),
        clock: clock.clone(),
        mail: mail.clone(),
        plan_name: Arc::new(|_| None),
        config,
    });
    let text = CampaignText {
        content_id: "medida".into(),
        list: CampaignList::Open,
        segment: Segment::default(),
        subject: "Carta para {nome|você}".into(),
        preheader: String::new(),
        sender_name: String::new(),
        reply_to: String::new(),
    };
    let refused = |denied| anyhow!("the campaign was refused: {denied:?}");
    let number = campaigns.save(By::PROGRAM, None, text).await.map_err(refused)?.number;
    let (before, begun) = (size(&db).await?, Instant::now());
    campaigns.start(By::PROGRAM, number, i64::try_from(RECIPIENTS)?).await.map_err(refused)?;
    let freeze = begun.elapsed().as_secs_f64();
    let growth = (size(&db).await? - before) as f64 / RECIPIENTS as f64;

    let held = memory("VmRSS:")?;
    let runner = Runner::new(db.clone(), clock.clone());
    mail.start();
    runner.start(Arc::new(Sender::new(&campaigns)));
    let begun = Instant::now();
    let mut codes = Vec::new();
    while begun.elapsed().as_secs() < SECONDS {
        codes.push(code(&db, &mail).await?);
    }
    let sent = delivered(&db, number).await?;
    let rate = sent as f64 / begun.elapsed().as_secs_f64();
    let megabytes = memory("VmHWM:")? - held;
    campaigns.pause(By::PROGRAM, number).await.map_err(refused)?;
    runner.close().await;
    mail.close().await;
    codes.sort_by(f64::total_cmp);
    ensure!(!codes.is_empty(), "no code was sent");
    Ok(Measured { freeze, growth, rate, megabytes, code: codes[codes.len() * 99 / 100] })
}

async fn delivered(db: &Db, number: i64) -> Result<i64> {
    let sql = "SELECT delivered FROM campaign_counts WHERE campaign = $1";
    Ok(db.read(move |tx| tx.query_one_as(sql, &[number.into()])).await?)
}

/// Milliseconds until the relay has accepted a code.
async fn code(db: &Db, mail: &Mail) -> Result<f64> {
    let begun = Instant::now();
    let queue = mail.clone();
    let message = Message::email("ana@exemplo.com.br", "Código", "123456".into(), "123456".into());
    db.write(move |tx| queue.queue(tx, &message)).await?;
    let waits = "SELECT count(*) FROM mail_messages WHERE state = 'queued'";
    while db.read(move |tx| tx.query_one_as::<i64>(waits, &[])).await? > 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let milliseconds = begun.elapsed().as_secs_f64() * 1_000.0;
    tokio::time::sleep(Duration::from_millis(100)).await;
    Ok(milliseconds)
}

/// Bytes of the database.
async fn size(db: &Db) -> Result<i64> {
    let sql = db.dialect().database_size();
    Ok(db.read(move |tx| tx.query_one_as(sql, &[])).await?)
}

/// Memory of this process in MB.
fn memory(figure: &str) -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure)).context("no such figure")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

/// Adds a letter of some 15 KB and the subscriptions.
async fn fill(db: &Db, clock: &Clock) -> Result<()> {
    let now = clock.now();
    let body =
        "<p>Um tema de gestão, um exemplo e uma pergunta para a reunião de segunda-feira.</p>".repeat(60);
    db.write(move |tx| {
        tx.write(
            "INSERT INTO contents (id, title, body, content_type, is_published, created_at, updated_at, slug)
             VALUES ('medida', 'Carta da semana', $1, 'article', TRUE, $2, $2, 'carta')",
            &[format!("<p>Olá, {{primeiro_nome|leitor}}.</p>{body}").into(), now.into()],
        )
    })
    .await?;
    for part in 0..RECIPIENTS.div_ceil(PART) {
        let written = db.write(move |tx| {
            let sql = "INSERT INTO newsletter_subscriptions
                           (id, email, created_at, updated_at, confirmed_at, notified_at)
                       VALUES ($1, $2, $3, $3, $3, $3)";
            for number in part * PART..(part + 1) * PART {
                let email = format!("leitora.{number}@provedor{}.com.br", number % 50);
                tx.execute(sql, &[ateneu_base::ids::row_id(now).into(), email.into(), now.into()])?;
            }
            tx.changed_table("newsletter_subscriptions");
            Ok::<_, ateneu_db::Error>(())
        });
        written.await?;
    }
    Ok(())
}
