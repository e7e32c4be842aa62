//! A post in a channel that 1,000 members follow: what its author waits, and when all have their notice.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rusqlite::Transaction;

use crate::{
    filled::Filled,
    table::{Table, median},
};

const FOLLOWERS: u32 = 1_000;
/// Posts in each channel.
const POSTS: usize = 20;
/// The channel that all follow, and one that nobody does.
const CHANNELS: [&str; 2] = ["2", "3"];

fn fill(transaction: &Transaction<'_>) -> Result<()> {
    let now = "2026-01-01T00:00:00.000000+00:00";
    for number in 0..FOLLOWERS {
        let id = format!("00000000-0000-4000-9000-{number:012}");
        transaction.execute(
            "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
             VALUES (?1, ?1 || '@exemplo.com.br', ?2, ?2, ?2)",
            [id.as_str(), now],
        )?;
        transaction.execute(
            "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
             VALUES (?1, ?1, ?1 || '@exemplo.com.br', 'update', 'active', '2036-01-01T00:00:00.000000+00:00', ?2, ?2)",
            [id.as_str(), now],
        )?;
        transaction.execute(
            "INSERT INTO channel_states (user_id, channel_id, level) VALUES (?1, ?2, 'acompanhar')",
            [id.as_str(), CHANNELS[0]],
        )?;
    }
    let fast = "UPDATE security_settings SET setting_value = ?2 WHERE setting_key = ?1";
    transaction.execute(fast, ["seconds_between_texts", "0"])?;
    transaction.execute(fast, ["newcomer_limits", "false"])?;
    transaction.execute("DELETE FROM channel_states WHERE channel_id = ?1", [CHANNELS[1]])?;
    Ok(())
}

/// See the module.
pub fn posts(table: &mut Table) -> Result<()> {
    let demo = Filled::start("membro@demo.test", fill)?;
    let connection = demo.connection()?;
    let (mut answers, mut all) = ([Vec::new(), Vec::new()], Vec::new());
    for number in 0..POSTS {
        for (channel, answers) in CHANNELS.iter().zip(&mut answers) {
            let id = format!("00000000-0000-4000-a000-{number:06}{channel:0>6}");
            let body = format!(
                "{{\"id\":\"{id}\",\"title\":\"Medida {number} {channel}\",\"content\":\"Texto {number} de {channel}.\",\
                 \"channel_id\":\"{channel}\"}}"
            );
            let asked = Instant::now();
            let (status, said) =
                demo.server.request("POST", "/rest/v1/community_posts", &demo.headers(), &body)?;
            answers.push(asked.elapsed().as_secs_f64() * 1000.0);
            ensure!(status == 201, "{status} {}", String::from_utf8_lossy(&said));
            if *channel == CHANNELS[0] {
                let mut count =
                    connection.prepare_cached("SELECT count(*) FROM notices WHERE post_id = ?1")?;
                while count.query_row([&id], |row| row.get::<_, u32>(0))? < FOLLOWERS {
                    ensure!(asked.elapsed() < Duration::from_secs(30), "not all were notified");
                }
                all.push(asked.elapsed().as_secs_f64() * 1000.0);
            }
        }
    }
    let [followed, other] = answers.map(median);
    eprintln!("answers: {followed:.1} ms followed, {other:.1} ms not, medians");
    table.under("post in a channel that 1,000 follow: longer answer, median", followed - other, 5.0, "ms");
    table.under("until 1,000 have their notice, median", median(all), 500.0, "ms");
    Ok(())
}
