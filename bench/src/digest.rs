//! Emails of notices: everybody is due at once, with unread notices and new posts in a channel.

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use ateneu_base::{Clock, Timestamp, ids};
use ateneu_community::NoticeEmails;
use ateneu_content::Content;
use ateneu_db::{Db, Target, Tx};
use ateneu_mail::{Mail, Sender};
use ateneu_schema::MIGRATIONS;

use crate::{server::scratch, table::Table};

/// Members, all due.
const MEMBERS: usize = 10_000;
/// Unread notices of each.
const NOTICES: usize = 3;
/// Members written in one transaction.
const PART: usize = 500;
/// Posts in the channel.
const POSTS: usize = 100;

/// Time and more memory until the emails of all members are queued.
pub fn emails(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    let target = Target::Sqlite(folder.path().join("digest.db"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (seconds, megabytes) = runtime.block_on(async move {
        let schema = ateneu_server::subjects::declared().schema;
        let db = Db::open(&target, MIGRATIONS).await?;
        db.register(Arc::clone(&schema));
        let now = Timestamp::from_seconds(1_800_000_000);
        fill(&db, now - Duration::from_hours(24)).await?;
        let clock = Clock::held_at(now);
        let mail = mail(&db, &clock)?;
        let emails = NoticeEmails { db, clock, mail, schema };
        let (before, begun) = (memory("VmRSS:")?, Instant::now());
        let queued = emails.send().await?;
        ensure!(queued == MEMBERS, "{queued} of {MEMBERS} emails were queued");
        Ok::<_, anyhow::Error>((begun.elapsed().as_secs_f64(), memory("VmHWM:")? - before))
    })?;
    table.under("emails of notices to 10,000 members", seconds, 60.0, "s");
    table.under("more memory while they are written", megabytes, 100.0, "MB");
    Ok(())
}

/// Memory of this process in MB: what it holds now (`VmRSS:`), or the most it has held (`VmHWM:`).
fn memory(figure: &str) -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure)).context("no such figure")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

async fn fill(db: &Db, at: Timestamp) -> Result<()> {
    let posts: Vec<_> = (0..POSTS).map(|_| ids::row_id(at)).collect();
    let author = ids::row_id(at);
    let (written, by) = (posts.clone(), author.clone());
    db.write(move |tx| {
        member(tx, &by, at)?;
        tx.write("INSERT INTO channels (id, name, created_at) VALUES ('1', 'geral', $1)", &[at.into()])?;
        for post in &written {
            tx.write(
                "INSERT INTO community_posts
                     (id, title, content, channel_id, author_id, created_at, updated_at, last_activity_at)
                 VALUES ($1, 'Uma publicação', 'Um texto.', '1', $2, $3, $3, $3)",
                &[post.into(), (&by).into(), at.into()],
            )?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await?;
    for _ in 0..MEMBERS.div_ceil(PART) {
        let (posts, author) = (posts.clone(), author.clone());
        db.write(move |tx| {
            for _ in 0..PART {
                let person = ids::row_id(at);
                member(tx, &person, at)?;
                for post in posts.iter().take(NOTICES) {
                    tx.write(
                        "INSERT INTO notices
                             (id, user_id, kind, post_id, actor_id, actors, created_at, updated_at)
                         VALUES ($1, $2, 'mention', $3, $4, 1, $5, $5)",
                        &[ids::row_id(at).into(), (&person).into(), post.into(), (&author).into(), at.into()],
                    )?;
                }
            }
            Ok::<_, ateneu_db::Error>(())
        })
        .await?;
    }
    Ok(())
}

/// An account with access and a confirmed address.
fn member(tx: &mut Tx<'_>, id: &str, at: Timestamp) -> Result<(), ateneu_db::Error> {
    let email = format!("{id}@exemplo.com.br");
    let row = [id.into(), email.into(), at.into(), (at + Duration::from_hours(24 * 365)).into()];
    tx.execute(
        "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)",
        &row[..3],
    )?;
    tx.write(
        "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
         VALUES ($1, $1, $2, 'update', 'active', $4, $3, $3)",
        &row,
    )?;
    Ok(())
}

/// Mail that goes nowhere.
pub fn mail(db: &Db, clock: &Clock) -> Result<Mail> {
    let content = Content::open(None)?;
    Ok(Mail::open(ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(move || sender(&content)),
        config: ateneu_mail::Config::default(),
    })?)
}

fn sender(content: &Content) -> Sender {
    Sender {
        content: content.current(),
        name: "Medida".into(),
        role: "Mentoria".into(),
        email: "medida@exemplo.com.br".into(),
        office_hours: String::new(),
        public_url: "http://127.0.0.1".into(),
    }
}
