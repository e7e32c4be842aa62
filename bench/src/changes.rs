//! Changes of rows to 1,000 listeners under rules: from the request that writes a row to its events.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tokio::{runtime::Runtime, task::JoinSet};

use crate::{
    realtime::{Joins, Sockets, micros, share, token_of_member},
    server::Server,
    table::Table,
};

const LISTENERS: usize = 1_000;
/// Rows written in a second, and for how many seconds.
const WRITES: u64 = 200;
const SECONDS: u64 = 10;
/// Posts whose comments are followed, each by as many listeners.
const POSTS: usize = 50;

/// Posts of a channel that all listeners follow, then comments of posts that twenty listeners each follow.
pub fn changes(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let (anon, service) = server.keys()?;
    let token = token_of_member(&server, &anon)?;
    Runtime::new()?.block_on(async {
        let api = Api { url: format!("{}/rest/v1", server.url), service, client: reqwest::Client::new() };
        let author = api.author().await?;
        let post = |mark: String| json!({ "title": mark, "content": "Texto.", "channel_id": "1", "author_id": author });
        let follows = ("community_posts", vec!["channel_id=eq.1".to_owned()]);
        let mut sockets = Sockets::open(server.port, &anon, &token, LISTENERS, joins(follows)).await?;
        let delays = api.write(&sockets, "community_posts", LISTENERS, |_, mark| post(mark)).await?;
        report_delays(table, "posts that all 1,000 listeners follow", &delays);
        ensure!(sockets.ended() == 0, "sockets were closed");
        drop(sockets);

        let mut posts = Vec::new();
        for number in 0..POSTS {
            posts.push(api.insert("community_posts", &post(format!("Publicação {number}"))).await?);
        }
        let filters = posts.iter().map(|post| format!("post_id=eq.{post}")).collect();
        let follows = ("community_comments", filters);
        let mut sockets = Sockets::open(server.port, &anon, &token, LISTENERS, joins(follows)).await?;
        let comment = |number: usize, mark: String| {
            json!({ "post_id": posts[number % POSTS], "content": mark, "author_id": author })
        };
        let delays = api.write(&sockets, "community_comments", LISTENERS / POSTS, comment).await?;
        report_delays(table, "comments of 50 posts that 20 listeners each follow", &delays);
        ensure!(sockets.ended() == 0, "sockets were closed");
        Ok(())
    })
}

fn joins(follows: (&'static str, Vec<String>)) -> Joins {
    Joins { topics: &["publicacoes"], follows: Some(follows) }
}

fn report_delays(table: &mut Table, what: &str, delays: &[f64]) {
    let what = format!("request to event, 200 writes a second, {what}");
    table.under(&format!("{what}, p50"), share(delays, 50), 5.0, "ms");
    table.under(&format!("{what}, p99"), share(delays, 99), 50.0, "ms");
}

/// The data service, called with the service key.
struct Api {
    url: String,
    service: String,
    client: reqwest::Client,
}

impl Api {
    fn post(&self, table: &str, row: &Value) -> RequestBuilder {
        let request = self.client.post(format!("{}/{table}", self.url)).header("apikey", &self.service);
        request.bearer_auth(&self.service).json(row)
    }

    /// Adds a row; returns its id.
    async fn insert(&self, table: &str, row: &Value) -> Result<String> {
        let request = self.post(&format!("{table}?select=id"), row).header("prefer", "return=representation");
        let rows: Value = request.send().await?.error_for_status()?.json().await?;
        Ok(rows[0]["id"].as_str().context("no id")?.to_owned())
    }

    /// An author of the demo.
    async fn author(&self) -> Result<String> {
        let url = format!("{}/community_posts?select=author_id&limit=1", self.url);
        let request = self.client.get(url).header("apikey", &self.service).bearer_auth(&self.service);
        let rows: Value = request.send().await?.json().await?;
        Ok(rows[0]["author_id"].as_str().context("no post in the demo")?.to_owned())
    }

    /// Writes rows at a steady pace, each with a mark for the delay; the sorted delays of their events, in milliseconds.
    async fn write(
        &self,
        sockets: &Sockets,
        table: &str,
        listeners: usize,
        row: impl Fn(usize, String) -> Value,
    ) -> Result<Vec<f64>> {
        let writes = usize::try_from(WRITES * SECONDS)?;
        let mut writing = JoinSet::new();
        let mut pace = tokio::time::interval(Duration::from_micros(1_000_000 / WRITES));
        for number in 0..writes {
            pace.tick().await;
            let row = row(number, format!("sent-{}-", micros(sockets.begun)));
            let request = self.post(table, &row).header("prefer", "return=minimal");
            writing.spawn(async move { Ok::<_, anyhow::Error>(request.send().await?.error_for_status()?) });
        }
        while let Some(written) = writing.join_next().await {
            written??;
        }
        sockets.received.wait(listeners * writes).await
    }
}
