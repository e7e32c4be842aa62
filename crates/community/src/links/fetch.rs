//! Fetches links, and updates the texts that name them with their cards.

use std::time::Duration;

use ateneu_base::{Clock, Timestamp, Value, ids};
use ateneu_db::{Db, Error, Tx};
use ateneu_outbound::{self as outbound, Limits, Outbound};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};
use ateneu_storage::Storage;
use url::Url;

use super::{
    BUCKET, LINKS, html,
    page::{self, Page},
};

const MEBIBYTE: usize = 1024 * 1024;
/// Limits of a page, of which the beginning suffices, and of its picture.
const PAGE: Limits = Limits { time: Duration::from_secs(5), bytes: MEBIBYTE, beginning: true, redirects: 3 };
const PICTURE: Limits = Limits { beginning: false, ..PAGE };
/// Width of a card's picture in pixels.
const WIDTH: u32 = 640;
/// Maximum number of texts updated for a link.
const MAX_TEXTS: i64 = 500;
/// Retention of a card that no text names.
const UNNAMED: Duration = Duration::from_hours(24 * 30);
/// Maximum number of cards removed at a time.
const MAX_REMOVED: i64 = 500;
pub(crate) const CLEAN: &str = "clean";

/// Fetches links. Clones share it.
#[derive(Clone)]
pub struct LinkCards {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Client for the pages.
    pub outbound: Outbound,
    /// Storage of their pictures.
    pub storage: Storage,
}

/// A stored picture: key and size.
type Stored = (String, u32, u32);

impl LinkCards {
    async fn fetch(&self, card: String) -> Result<Outcome, Error> {
        let id = card.clone();
        let sql = "SELECT url FROM link_cards WHERE id = $1";
        let url = self.db.read(move |tx| tx.query_optional_as::<String>(sql, &[id.into()])).await?;
        let Some(url) = url else {
            return Ok(Outcome::Ignored("nenhum texto cita mais o link".into()));
        };
        let page = match self.page(&url).await {
            Ok(page) => page,
            Err(outbound::Error::Failed(why)) => return Ok(Outcome::Later(why)),
            Err(outbound::Error::TooSlow) => return Ok(Outcome::Later("a página demorou demais".into())),
            Err(_) => None,
        };
        let picture = match page.as_ref().and_then(|page| page.picture.as_ref()) {
            Some(address) => self.picture(address).await,
            None => None,
        };
        let now = self.clock.now();
        let replaced = self.db.write(move |tx| store(tx, &card, &url, page, picture, now)).await?;
        self.remove(replaced.into_iter().collect()).await;
        Ok(Outcome::Done)
    }

    /// Fetches a page and reads its metadata. Returns `None` if the address holds no page.
    async fn page(&self, url: &str) -> Result<Option<Page>, outbound::Error> {
        let url = Url::parse(url).map_err(|_| outbound::Error::Refused)?;
        let answer = self.outbound.get(&url, "text/html,application/xhtml+xml", PAGE).await?;
        if answer.status.is_server_error() {
            return Err(outbound::Error::Failed(answer.status.to_string()));
        }
        let is_page = matches!(answer.content_type().as_str(), "text/html" | "application/xhtml+xml");
        if !answer.status.is_success() || !is_page {
            return Ok(None);
        }
        let header = answer.headers.get("content-type").and_then(|value| value.to_str().ok());
        let is_utf8 = header.is_some_and(|header| header.to_ascii_lowercase().contains("utf-8"));
        Ok(page::read(&answer.body, is_utf8, &answer.url))
    }

    /// Fetches a picture and stores it re-encoded. Returns `None` on failure.
    async fn picture(&self, address: &Url) -> Option<Stored> {
        let answer = self.outbound.get(address, "image/webp,image/png,image/jpeg", PICTURE).await.ok()?;
        if !answer.status.is_success() || !answer.content_type().starts_with("image/") {
            return None;
        }
        let key = format!("{}.webp", ids::random_id());
        match self.storage.store_picture(BUCKET, &key, answer.body, WIDTH, (None, None)).await {
            Ok((width, height)) => Some((key, width, height)),
            Err(problem) => {
                tracing::debug!(%problem, "the picture of a link is not shown");
                None
            }
        }
    }

    /// Removes pictures without a card.
    async fn remove(&self, keys: Vec<String>) {
        if keys.is_empty() {
            return;
        }
        if let Err(problem) = self.storage.remove_files(BUCKET, keys).await {
            tracing::warn!(%problem, "failed to remove pictures of links");
        }
    }

    /// Removes cards that no text has named for long.
    async fn clean(&self) -> Result<(), Error> {
        let before = self.clock.now() - UNNAMED;
        let removed = self.db.write(move |tx| {
            let unnamed: Vec<(String, Option<String>)> = tx.query_as(
                "SELECT id, file_key FROM link_cards
                 WHERE created_at < $1 AND NOT EXISTS (SELECT 1 FROM community_links WHERE url = link_cards.url)
                 LIMIT $2",
                &[before.into(), Value::Int(MAX_REMOVED)],
            )?;
            for (id, _) in &unnamed {
                tx.execute("DELETE FROM link_cards WHERE id = $1", &[id.into()])?;
            }
            Ok::<_, Error>(unnamed.into_iter().filter_map(|(_, key)| key).collect())
        });
        let keys: Vec<String> = removed.await?;
        self.remove(keys).await;
        let now = self.clock.now();
        self.db.write(move |tx| LINKS.remove_old(tx, now).map(drop)).await
    }
}

/// Stores the fetched card and updates the texts that name the link. Returns the key of a picture no longer shown.
fn store(
    tx: &mut Tx<'_>,
    card: &str,
    url: &str,
    page: Option<Page>,
    picture: Option<Stored>,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    let former: Option<Option<String>> =
        tx.query_optional_as("SELECT file_key FROM link_cards WHERE id = $1", &[card.into()])?;
    let state = if page.is_some() { "shown" } else { "none" };
    let page = page.unwrap_or_default();
    let (key, width, height) = match picture {
        Some((key, width, height)) => (Some(key), Some(i64::from(width)), Some(i64::from(height))),
        None => (None, None, None),
    };
    tx.execute(
        "UPDATE link_cards SET state = $2, title = $3, description = $4, file_key = $5, width = $6, height = $7,
             fetched_at = $8 WHERE id = $1",
        &[
            card.into(),
            state.into(),
            page.title.into(),
            page.description.into(),
            key.into(),
            width.into(),
            height.into(),
            now.into(),
        ],
    )?;
    for (table, column) in [("community_posts", "post_id"), ("community_comments", "comment_id")] {
        let sql = format!(
            "SELECT t.id, t.content, t.content_html FROM {table} t JOIN community_links ON {column} = t.id
             WHERE url = $1 ORDER BY t.created_at DESC LIMIT $2"
        );
        let texts: Vec<(String, String, Option<String>)> =
            tx.query_as(&sql, &[url.into(), Value::Int(MAX_TEXTS)])?;
        for (id, content, former) in texts {
            let html = html(tx, &content)?;
            if former.as_ref() != Some(&html) {
                let sql = format!("UPDATE {table} SET content_html = $2, updated_at = $3 WHERE id = $1");
                tx.write(&sql, &[id.into(), html.into(), now.into()])?;
            }
        }
    }
    Ok(former.flatten())
}

impl Handler for LinkCards {
    fn queue(&self) -> Queue {
        LINKS
    }

    async fn queue_recurring(&self) -> Result<(), Error> {
        let now = self.clock.now();
        let task = Task::new(CLEAN, CLEAN, now);
        self.db.write(move |tx| LINKS.push(tx, &task, now).map(drop)).await
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        let Some(task) = tasks.first() else { return Ok(None) };
        if task.kind == CLEAN {
            let error = self.clean().await.err().map(|error| error.to_string());
            let at = self.clock.now() + Duration::from_hours(24);
            return Ok(Some(Outcome::Again { at, error }));
        }
        self.fetch(task.payload.clone()).await.map(Some)
    }
}
