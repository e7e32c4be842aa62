//! Demo data: ninety days of visits that end today, the same on every machine except for their dates.

use ateneu_base::{Timestamp, Value, calendar};
use ateneu_db::{Db, Tx};

use crate::{
    Error,
    store::{SOURCE_KEY, upsert},
    tables::{NEWSLETTER, PLAN, VISIT},
};

const DAYS: i32 = 90;

/// Pages, with their views on an average day.
const PAGES: [(&str, i64); 9] = [
    ("/", 64),
    ("/sobre", 17),
    ("/blog", 31),
    ("/pricing", 22),
    ("/conteudos", 14),
    ("/mentoria", 11),
    ("/membros/apresentacao", 9),
    ("/contato", 6),
    ("/solucoes", 8),
];

/// Adds the visits.
pub async fn fill(db: &Db, now: Timestamp) -> Result<(), Error> {
    let filled = db.write(move |tx| {
        let pages = pages(tx)?;
        let mut views = Vec::new();
        let mut clicks = Vec::new();
        for back in 0..DAYS {
            let day = calendar::iso_day_before(now, back);
            for (number, (path, weight)) in pages.iter().enumerate() {
                let noise = 70 + (i64::from(back) * 37 + number as i64 * 53) % 61;
                let count = weight * season(back) * noise / 1_000_000;
                if count > 0 {
                    views.push(vec![day.clone().into(), path.clone().into(), count.into()]);
                }
            }
            for (number, label) in ["solucoes", "sobre", "conversa"].into_iter().enumerate() {
                let count = Value::Int(2 + (i64::from(back) * 5 + number as i64 * 3) % 7);
                clicks.push(vec![day.clone().into(), "hero".into(), label.into(), count]);
            }
        }
        upsert(tx, "visit_sources", SOURCE_KEY, "count", &sources(now))?;
        upsert(tx, "page_views", &["day", "path"], "views", &views)?;
        upsert(tx, "analytics_events", &["day", "category", "label"], "count", &clicks)
    });
    Ok(filled.await?)
}

/// Returns the factor of the day `back` days ago, in ten thousandths: a week has five busy days, and the site grows.
fn season(back: i32) -> i64 {
    let busy = if matches!((back + 3) % 7, 0 | 1) { 45 } else { 100 };
    busy * (100 - i64::from(back) / 2)
}

/// Groups, sources, visits on an average day, and the percentage that led to the newsletter.
const SOURCES: [(&str, &str, i64, i64); 13] = [
    ("direct", "", 21, 2),
    ("search", "Google", 26, 3),
    ("search", "ChatGPT", 5, 4),
    ("search", "Bing", 3, 1),
    ("social", "LinkedIn", 19, 5),
    ("social", "Instagram", 8, 2),
    ("social", "WhatsApp", 6, 1),
    ("social", "YouTube", 4, 2),
    ("newsletter", "carta", 11, 0),
    ("newsletter", "Gmail", 4, 0),
    ("campaign", "palestra-rio", 3, 6),
    ("site", "revista-exemplo.test", 4, 3),
    ("site", "podcast-exemplo.test", 2, 4),
];

/// Returns rows of `visit_sources`.
fn sources(now: Timestamp) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for back in 0..DAYS {
        let day = calendar::iso_day_before(now, back);
        for (number, (kind, source, weight, percent)) in SOURCES.into_iter().enumerate() {
            let noise = 60 + (i64::from(back) * 29 + number as i64 * 47) % 81;
            let visits = weight * season(back) * noise / 1_000_000;
            // Spreads the remainder of a percentage over the days.
            let share = visits * percent + (i64::from(back) * 41 + number as i64 * 13) % 100;
            // Sources whose visitors stay bring a plan on some days.
            let plan = i64::from(percent >= 3 && (i64::from(back) + number as i64 * 5) % 30 == 0);
            for (what, count) in [(VISIT, visits), (NEWSLETTER, share / 100), (PLAN, plan)] {
                if count > 0 {
                    let key = [day.as_str(), kind, source, what];
                    rows.push(key.into_iter().map(Value::from).chain([count.into()]).collect());
                }
            }
        }
    }
    rows
}

/// Returns the pages of [`PAGES`] and the stored articles, the newest with the most views.
fn pages(tx: &mut Tx<'_>) -> Result<Vec<(String, i64)>, ateneu_db::Error> {
    let sql = "SELECT id FROM contents WHERE content_type = 'article' AND is_published = TRUE
               ORDER BY created_at DESC, id LIMIT 12";
    let mut pages: Vec<(String, i64)> =
        PAGES.iter().map(|(path, weight)| ((*path).to_owned(), *weight)).collect();
    for (number, id) in tx.query_as::<String>(sql, &[])?.iter().enumerate() {
        pages.push((format!("/blog/{id}"), 30 / (1 + number as i64)));
    }
    Ok(pages)
}
