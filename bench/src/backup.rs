//! A copy of 100,000 rows and 5 GB of files, made beside 200 writes a second, and its restore.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

use crate::{
    option,
    server::{Server, binary, scratch},
    table::{Table, p99},
};

const ROWS: usize = 100_000;
/// Rows of one request.
const PART: usize = 1_000;
/// Files, unless `--files=…` says how many.
const FILES: usize = 512;
const FILE: usize = 10 << 20;
/// Time between two writes.
const EVERY: Duration = Duration::from_millis(5);
/// Writes before the copy begins.
const ALONE: Duration = Duration::from_secs(10);

/// Writes that were answered, and their times in milliseconds.
#[derive(Default)]
struct Written {
    times: Vec<f64>,
    refused: usize,
}

/// The running server with its service key.
#[derive(Clone)]
struct Site {
    client: Client,
    url: String,
    key: String,
}

impl Site {
    async fn post(&self, path: &str, body: &Value) -> Result<reqwest::Response> {
        let request = self.client.post(format!("{}{path}", self.url)).bearer_auth(&self.key);
        let request = request.header("apikey", &self.key).header("content-type", "application/json");
        Ok(request.body(body.to_string()).send().await?)
    }

    async fn call(&self, name: &str) -> Result<Value> {
        let answer = self.post(&format!("/functions/v1/{name}"), &json!({})).await?;
        let (status, text) = (answer.status(), answer.text().await?);
        ensure!(status.is_success(), "{name} answered {status}: {text}");
        Ok(serde_json::from_str(&text)?)
    }

    async fn write(&self) -> Result<bool> {
        let row = json!({ "job_name": "medida", "status": "success" });
        Ok(self.post("/rest/v1/job_execution_logs", &row).await?.status().is_success())
    }

    /// Writes until `is_over`, at an even pace, however long the answers take.
    async fn write_until(&self, is_over: Arc<AtomicBool>) -> Result<Written> {
        let (mut ticks, mut sent, mut written) = (interval(EVERY), JoinSet::new(), Written::default());
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        while !is_over.load(Ordering::Relaxed) {
            ticks.tick().await;
            let site = self.clone();
            sent.spawn(async move {
                let begun = Instant::now();
                let is_written = site.write().await.unwrap_or(false);
                (is_written, begun.elapsed().as_secs_f64() * 1000.0)
            });
        }
        for (is_written, time) in sent.join_all().await {
            written.times.push(time);
            written.refused += usize::from(!is_written);
        }
        Ok(written)
    }

    async fn fill(&self, files: usize) -> Result<()> {
        let rows: Vec<Value> = (0..PART)
            .map(|row| json!({ "job_name": format!("medida-{row}"), "status": "success", "message": "Uma linha de texto." }))
            .collect();
        for _ in 0..ROWS / PART {
            let answer = self.post("/rest/v1/job_execution_logs", &json!(rows)).await?;
            ensure!(answer.status().is_success(), "the rows were refused: {}", answer.status());
        }
        let bucket = json!({ "id": "medida", "name": "medida", "public": false });
        ensure!(self.post("/storage/v1/bucket", &bucket).await?.status().is_success(), "no bucket");
        for file in 0..files {
            let mut bytes = vec![0; FILE];
            rand::fill(&mut bytes[..]);
            let url = format!("{}/storage/v1/object/medida/{file}.bin", self.url);
            let request = self.client.post(url).bearer_auth(&self.key).header("apikey", &self.key);
            let answer =
                request.header("content-type", "application/octet-stream").body(bytes).send().await?;
            ensure!(answer.status().is_success(), "a file was refused: {}", answer.status());
        }
        Ok(())
    }

    /// Waits for the copy to be complete. Returns its row.
    async fn wait_for_copy(&self) -> Result<Value> {
        loop {
            // A server that is too slow for the writes refuses this, too; the writes count it.
            let Ok(list) = self.call("list-copies").await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let copy = list["copies"].get(0).context("no copy was begun")?;
            match copy["state"].as_str() {
                Some("running") => tokio::time::sleep(Duration::from_millis(100)).await,
                Some("done") => return Ok(copy.clone()),
                _ => anyhow::bail!("the copy failed: {copy}"),
            }
        }
    }
}

/// See the module.
pub fn backup(table: &mut Table) -> Result<()> {
    let files = option("--files").map_or(Ok(FILES), |files| files.parse())?;
    let target = tempfile::tempdir_in(scratch())?;
    let folder = target.path().to_string_lossy().into_owned();
    let server = Server::start_with(&[], &[("ATENEU_BACKUPS_TARGET", &folder)])?;
    let (_, key) = server.keys()?;
    let site = Site { client: Client::new(), url: server.url.clone(), key };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(site.fill(files))?;
    server.wait_until_idle()?;
    let alone = runtime.block_on(async {
        let is_over = Arc::new(AtomicBool::new(false));
        let writing = tokio::spawn({
            let (site, is_over) = (site.clone(), Arc::clone(&is_over));
            async move { site.write_until(is_over).await }
        });
        tokio::time::sleep(ALONE).await;
        is_over.store(true, Ordering::Relaxed);
        writing.await?
    })?;
    let before = server.anonymous()?;
    let begun = Instant::now();
    let (meanwhile, copy, most) = runtime.block_on(async {
        let is_over = Arc::new(AtomicBool::new(false));
        let writing = tokio::spawn({
            let (site, is_over) = (site.clone(), Arc::clone(&is_over));
            async move { site.write_until(is_over).await }
        });
        let made = tokio::spawn({
            let site = site.clone();
            async move {
                site.call("make-copy").await?;
                site.wait_for_copy().await
            }
        });
        let mut most = before;
        while !made.is_finished() {
            most = server.anonymous()?.max(most);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let copy = made.await??;
        is_over.store(true, Ordering::Relaxed);
        Ok::<_, anyhow::Error>((writing.await??, copy, most))
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let (quiet, busy) = (p99(alone.times), p99(meanwhile.times.clone()));
    let writes = meanwhile.times.len();
    table.row(
        format!("copy of {ROWS} rows and {files} files, {} bytes, beside {writes} writes", copy["bytes"]),
        format!("{seconds:.1} s"),
        "–",
        String::new(),
    );
    table.under("… writes that were refused", meanwhile.refused as f64, 1.0, "writes");
    table.under(&format!("… p99 of a write beyond the {quiet:.1} ms without it"), busy - quiet, 20.0, "ms");
    table.under("… memory of the server beyond that before", most - before, 100.0, "MB");
    // The disk need not hold the first installation beside the second.
    drop(server);
    let name = copy["name"].as_str().context("the copy has no name")?;
    restore(table, &target.path().join(name))
}

/// Restores a copy, beside reading and hashing its file, and copying it.
fn restore(table: &mut Table, copy: &Path) -> Result<()> {
    let restored = tempfile::tempdir_in(scratch())?;
    let of_restore =
        time_of(Command::new(binary()?).arg("restore").arg(copy).arg("--data").arg(restored.path()))?;
    drop(restored);
    let of_reading = time_of(Command::new("sha256sum").arg(copy))?;
    let twin = copy.with_extension("twin");
    let of_copying = time_of(Command::new("dd").arg(format!("if={}", copy.display())).args([
        format!("of={}", twin.display()),
        "bs=1M".into(),
        "conv=fsync".into(),
    ]))?;
    fs::remove_file(twin)?;
    let what = format!("restore of it; sha256sum of its file takes {of_reading:.1} s");
    table.under(&what, of_restore, (2.0 * of_reading).round(), "s");
    table.row("… dd of its file, flushed", format!("{of_copying:.1} s"), "–", String::new());
    Ok(())
}

/// Runs a command, and returns its time in seconds.
fn time_of(command: &mut Command) -> Result<f64> {
    let begun = Instant::now();
    let ended = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    ensure!(ended.success(), "{command:?} ended with {ended}");
    Ok(begun.elapsed().as_secs_f64())
}
