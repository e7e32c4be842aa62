//! Demo data: addresses of the last ninety days that end today, as the demo's visits do; their emails were sent long ago.

use std::time::Duration;

use anyhow::Result;
use ateneu_base::Value;
use ateneu_db::Error;
use ateneu_module::demo::{Demo, id};

const DAYS: u64 = 90;

/// Adds the addresses.
pub async fn fill(demo: Demo) -> Result<()> {
    let now = demo.now();
    let filled = demo.db.write(move |tx| {
        let sql = "INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at, confirmed_at, notified_at)
                   VALUES ($1, $2, $3, $3, $3, $3)";
        for back in 0..DAYS {
            let others = if back < 30 { 3 } else { 2 };
            for number in 0..others + back % 2 {
                let name = format!("leitor.{back}.{number}");
                let at = now - Duration::from_hours(24 * back) - Duration::from_mins(number * 97);
                let values: [Value; 3] =
                    [id("newsletter", &name).into(), format!("{name}@exemplo.com.br").into(), at.into()];
                tx.execute(sql, &values)?;
            }
        }
        tx.changed_table("newsletter_subscriptions");
        Ok::<_, Error>(())
    });
    Ok(filled.await?)
}
