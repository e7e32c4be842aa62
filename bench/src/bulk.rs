//! Rows that come many in a request, beside rows that come alone, in tables with an index of words.

use std::time::Instant;

use anyhow::{Result, ensure};
use ateneu_base::Timestamp;
use serde_json::{Value, json};

use crate::{
    server::Server,
    table::{Table, median},
    words::Chance,
};

const POSTS: u32 = 50_000;
const CONTENTS: u32 = 10_000;
/// Rows of one request.
const TOGETHER: u32 = 500;
/// Largest part of the time of a row that comes alone for a row in a request of many.
const BAR: f64 = 0.25;
/// Requests with one row, of each kind and order.
const ALONE: u32 = 100;
/// Requests with many rows, of each kind and order.
const REQUESTS: u32 = 3;

/// The demo's server and the service key, with which data is imported.
struct Import {
    server: Server,
    key: String,
    chance: Chance,
    /// Rows written so far.
    number: u32,
    author: String,
    post: String,
    lesson: Value,
}

/// Order of the instants of rows.
#[derive(Clone, Copy)]
enum Order {
    OldestFirst,
    NewestFirst,
}

impl Import {
    fn start() -> Result<Self> {
        let server = Server::start(&["--demo"])?;
        server.wait_until_idle()?;
        let (_, key) = server.keys()?;
        let mut import = Self {
            server,
            key,
            chance: Chance::new(),
            number: 0,
            author: String::new(),
            post: String::new(),
            lesson: Value::Null,
        };
        let post = import.first("community_posts?select=id,author_id")?;
        let text = |row: &Value, column: &str| row[column].as_str().unwrap_or_default().to_owned();
        (import.post, import.author) = (text(&post, "id"), text(&post, "author_id"));
        import.lesson = import.first("lessons?select=module_id,course_id")?;
        Ok(import)
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Result<Vec<u8>> {
        let bearer = format!("Bearer {}", self.key);
        let headers = [
            ("apikey", self.key.as_str()),
            ("authorization", &bearer),
            ("content-type", "application/json"),
            ("prefer", "return=minimal"),
        ];
        let (status, answer) = self.server.request(method, &format!("/rest/v1/{path}"), &headers, body)?;
        ensure!((200..300).contains(&status), "{path}: {status} {}", String::from_utf8_lossy(&answer));
        Ok(answer)
    }

    fn first(&self, path: &str) -> Result<Value> {
        let rows: Value = serde_json::from_slice(&self.request("GET", &format!("{path}&limit=1"), "")?)?;
        Ok(rows[0].clone())
    }

    fn words(&mut self, count: u32) -> String {
        (0..count).map(|_| self.chance.word()).collect::<Vec<_>>().join(" ")
    }

    fn row(&mut self, table: &str, order: Order) -> Value {
        self.number += 1;
        let seconds = match order {
            Order::OldestFirst => 1_600_000_000 + i64::from(self.number) * 60,
            Order::NewestFirst => 1_500_000_000 - i64::from(self.number) * 60,
        };
        let at = Timestamp::from_seconds(seconds).to_string();
        match table {
            "community_posts" => json!({
                "title": self.words(6), "content": self.words(80), "channel_id": (1 + self.number % 4).to_string(),
                "author_id": self.author, "created_at": at,
            }),
            "community_comments" => json!({
                "post_id": self.post, "content": self.words(40), "author_id": self.author, "created_at": at,
            }),
            "contents" => json!({
                "title": format!("{} {}", self.words(6), self.number), "content_type": "article", "created_at": at,
                "description": "Uma frase.", "body": format!("<p>{}</p>", self.words(300)), "is_published": true,
            }),
            // The instant of a lesson is the server's.
            _ => json!({
                "module_id": self.lesson["module_id"], "course_id": self.lesson["course_id"],
                "title": self.words(6), "captions": self.words(80),
            }),
        }
    }

    /// Writes `rows` rows in one request. Returns the milliseconds per row.
    fn write(&mut self, table: &str, order: Order, rows: u32) -> Result<f64> {
        let body = Value::from((0..rows).map(|_| self.row(table, order)).collect::<Vec<_>>()).to_string();
        let begun = Instant::now();
        self.request("POST", table, &body)?;
        Ok(begun.elapsed().as_secs_f64() * 1_000.0 / f64::from(rows))
    }
}

/// See the module.
pub fn rows(table: &mut Table) -> Result<()> {
    let mut import = Import::start()?;
    let begun = Instant::now();
    for (name, rows) in [("community_posts", POSTS), ("contents", CONTENTS)] {
        for _ in 0..rows / TOGETHER {
            import.write(name, Order::OldestFirst, TOGETHER)?;
        }
    }
    let loading = begun.elapsed().as_secs_f64();
    table.under(&format!("{POSTS} posts and {CONTENTS} contents over HTTP"), loading, 60.0, "s");
    for name in ["community_posts", "community_comments", "contents", "lessons"] {
        for (order, what) in [(Order::OldestFirst, "oldest first"), (Order::NewestFirst, "newest first")] {
            if name == "lessons" && matches!(order, Order::NewestFirst) {
                continue;
            }
            let mut figures = |requests: u32, rows: u32| {
                let times = (0..requests).map(|_| import.write(name, order, rows));
                Ok::<_, anyhow::Error>(median(times.collect::<Result<_>>()?))
            };
            let (alone, together) = (figures(ALONE, 1)?, figures(REQUESTS, TOGETHER)?);
            let part = together / alone;
            table.row(
                format!("{name}, {what}: a row of {TOGETHER} in a request"),
                format!("{together:.2} ms"),
                format!("a row that comes alone: {alone:.2} ms; at most {BAR} of it"),
                format!("{part:.2}: {}", if part <= BAR { "reached" } else { "not reached" }),
            );
        }
    }
    Ok(())
}
