//! Cards of links that stand alone in a post or comment: title, text and picture, which the server fetches and stores.
//! The links of each text are stored with it, the cards once for all texts.

mod fetch;
mod page;
mod render;

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_data::{Error, Write};
use ateneu_db::Tx;
use ateneu_queue::{Queue, Task};
use ateneu_schema::{Bucket, rule};
use ateneu_settings::declared;

pub(crate) use fetch::CLEAN;
pub use fetch::LinkCards;
use render::BUCKET;

use crate::rows::{MemberText, TextRow};

/// Links to be fetched.
pub const LINKS: Queue = Queue::new("link_cards")
    .label("Links da comunidade")
    .pauses(&[60, 900])
    .retention_days(1)
    .batch(20)
    .concurrency(2);

/// Time for which a card is reused before its link is fetched again for a new text. It is shorter for a link without a
/// card.
const KEPT: Duration = Duration::from_hours(24 * 30);
const KEPT_NOTHING: Duration = Duration::from_hours(24);

/// Returns the bucket of re-encoded public pictures, under unguessable names.
pub fn bucket() -> Bucket {
    Bucket {
        id: BUCKET,
        public: true,
        file_size_limit: 1024 * 1024,
        allowed_mime_types: &["image/webp"],
        quota: None,
        rows: None,
        facts: &[],
        read: rule::anyone(),
        cached: rule::anyone(),
        picture_folder: None,
        list: rule::nobody(),
        insert: rule::nobody(),
        update: rule::nobody(),
        replace: rule::nobody(),
        delete: rule::nobody(),
    }
}

/// Returns the HTML of a text with the known cards.
pub fn html(tx: &mut Tx<'_>, content: &str) -> Result<String, ateneu_db::Error> {
    let mut cards = Vec::new();
    for url in render::alone(content) {
        cards.extend(tx.query_optional_as(
            "SELECT url, title, description, file_key, width, height FROM link_cards WHERE url = $1 AND state = 'shown'",
            &[url.into()],
        )?);
    }
    Ok(render::html(content, &cards))
}

/// Adds the known cards to a new or changed text before it is stored.
pub fn show<R: TextRow>(tx: &mut Tx<'_>, old: Option<&R>, new: &mut R) -> Result<(), Error> {
    let content = new.text().content;
    if old.is_none_or(|old| old.text().content != content) && !render::alone(content).is_empty() {
        let html = html(tx, content)?;
        *new.trigger_columns().content_html = Some(html);
    }
    Ok(())
}

/// Stores the lone links of a stored text, and queues the fetch of those without a recent card.
pub fn store_links<R: TextRow>(tx: &mut Tx<'_>, write: &Write<'_, R>, new: &R) -> Result<(), Error> {
    let MemberText { id, column, content, .. } = new.text();
    let urls = render::alone(content);
    let before = write.old.map(|old| render::alone(old.text().content)).unwrap_or_default();
    if urls == before {
        return Ok(());
    }
    tx.execute(&format!("DELETE FROM community_links WHERE {column} = $1"), &[id.into()])?;
    if urls.is_empty() || ateneu_settings::number(tx, &declared::LINK_CARDS)? == 0 {
        return Ok(());
    }
    for url in urls {
        let named = format!("INSERT INTO community_links (id, url, {column}) VALUES ($1, $2, $3)");
        tx.execute(&named, &[ids::row_id(write.now).into(), url.as_str().into(), id.into()])?;
        want(tx, &url, write.now)?;
    }
    Ok(())
}

/// Queues the fetch of a link unless it was fetched recently.
fn want(tx: &mut Tx<'_>, url: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO link_cards (id, url, state, created_at) VALUES ($1, $2, 'waiting', $3) ON CONFLICT (url) DO NOTHING",
        &[ids::random_id().into(), url.into(), now.into()],
    )?;
    let known: Option<(String, String, Option<Timestamp>)> =
        tx.query_optional_as("SELECT id, state, fetched_at FROM link_cards WHERE url = $1", &[url.into()])?;
    let Some((id, state, fetched_at)) = known else { return Ok(()) };
    let kept = if state == "shown" { KEPT } else { KEPT_NOTHING };
    if fetched_at.is_some_and(|at| now <= at + kept) {
        return Ok(());
    }
    let last = fetched_at.map(|at| at.to_string()).unwrap_or_default();
    let task = Task::new(format!("{id} {last}"), "link", now).payload(id);
    Ok(LINKS.push(tx, &task, now).map(drop)?)
}
