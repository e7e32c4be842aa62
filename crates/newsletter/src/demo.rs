//! Demo data: deliveries of the letter for members, and addresses of the ninety days that end today, like the demo's visits. Their emails count as sent.

use std::time::Duration;

use anyhow::Result;
use ateneu_base::{Entitlement, Value, calendar};
use ateneu_db::Error;
use ateneu_module::{
    Delivery, RecordDelivery,
    demo::{Demo, id},
};

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

/// Weeks of the demo with a letter for members. One of them had none.
const WEEKS: i32 = 9;
const MISSED: i32 = 3;

/// Adds deliveries of the letter for members: on Tuesday mornings.
pub async fn fill_deliveries(demo: Demo, record: RecordDelivery) -> Result<()> {
    let now = demo.now();
    let filled = demo.db.write(move |tx| {
        let since_tuesday = (i32::from(calendar::weekday(now)) + 5) % 7;
        for week in (0..WEEKS).filter(|week| *week != MISSED) {
            let at = calendar::start_of_day_after(now, -since_tuesday - 7 * week) + Duration::from_hours(9);
            let subject = id("letter", &format!("carta.{week}"));
            let delivery = Delivery {
                entitlement: Entitlement::PremiumNewsletter,
                subject: &subject,
                user_id: None,
                at,
                proof: "Demonstração",
            };
            if at <= now {
                record(tx, &delivery, now)?;
            }
        }
        Ok::<_, Error>(())
    });
    Ok(filled.await?)
}
