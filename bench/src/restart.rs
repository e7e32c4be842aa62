//! A restart with 10,000 sockets: until all have joined again, and what other requests take meanwhile.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use futures::StreamExt;
use tokio::{runtime::Runtime, task::JoinSet, time::sleep};

use crate::{
    realtime::{SOCKETS, connect, join, token_of_member},
    server::{Server, scratch},
    table::Table,
};

/// The pauses of the client library between two attempts.
const PAUSES: [u64; 4] = [1, 2, 5, 10];
const RESTART_TIMEOUT: Duration = Duration::from_secs(120);

/// Keeps a socket with two channels open as the client library does; counts each time that both are joined.
async fn keep_socket_open(
    port: u16,
    anon: String,
    token: String,
    number: usize,
    joined: Arc<AtomicUsize>,
) -> Result<()> {
    let mut tries = 0;
    loop {
        let opened = async {
            let mut socket = connect(port, &anon, number).await?;
            for topic in ["sala-a", "sala-b"] {
                join(&mut socket, topic, None, &token).await?;
            }
            Ok::<_, anyhow::Error>(socket)
        };
        if let Ok(mut socket) = opened.await {
            joined.fetch_add(1, Ordering::Relaxed);
            tries = 0;
            while let Some(Ok(_)) = socket.next().await {}
        }
        sleep(Duration::from_secs(PAUSES[tries.min(PAUSES.len() - 1)])).await;
        tries += 1;
    }
}

/// See the module.
pub fn restart(table: &mut Table) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("ateneu-bench-").tempdir_in(scratch())?;
    let mut server = Server::start_on(folder.path(), &["--demo"])?;
    server.wait_until_idle()?;
    let (port, (anon, _)) = (server.port, server.keys()?);
    let token = token_of_member(&server, &anon)?;
    Runtime::new()?.block_on(async {
        let (joined, mut sockets) = (Arc::<AtomicUsize>::default(), JoinSet::new());
        for number in 0..SOCKETS {
            sockets.spawn(keep_socket_open(port, anon.clone(), token.clone(), number, Arc::clone(&joined)));
            // The first opening is no part of the figure.
            if number % 64 == 63 {
                until(&joined, number.saturating_sub(256)).await?;
            }
        }
        until(&joined, SOCKETS).await?;
        sleep(Duration::from_secs(2)).await;
        joined.store(0, Ordering::Relaxed);
        let begun = Instant::now();
        let restarting = tokio::task::spawn_blocking(move || {
            server.stop()?;
            let stopped = begun.elapsed();
            Ok::<_, anyhow::Error>((Server::start_at(folder.path(), &["--demo"], port)?, stopped, folder))
        });
        let (server, stopped, _folder) = restarting.await??;
        let started = begun.elapsed();
        let is_over = Arc::new(AtomicBool::new(false));
        let others = tokio::spawn(requests(server.url.clone(), anon, Arc::clone(&is_over)));
        until(&joined, SOCKETS).await?;
        let all = begun.elapsed();
        is_over.store(true, Ordering::Relaxed);
        let mut times = others.await??;
        times.sort_by(f64::total_cmp);
        let p99 = times.get(times.len() * 99 / 100).copied().context("no request was answered")?;
        eprintln!(
            "stopped after {:.1} s, started after {:.1} s, {} requests meanwhile",
            stopped.as_secs_f64(),
            started.as_secs_f64(),
            times.len()
        );
        table.under("restart: 10,000 sockets joined again after the stop", all.as_secs_f64(), 15.0, "s");
        table.under("other requests until then, p99", p99, 500.0, "ms");
        Ok(())
    })
}

async fn until(joined: &AtomicUsize, count: usize) -> Result<()> {
    let waiting = async {
        while joined.load(Ordering::Relaxed) < count {
            sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(RESTART_TIMEOUT, waiting)
        .await
        .with_context(|| format!("only {} joined", joined.load(Ordering::Relaxed)))
}

/// The times of small requests in milliseconds, one after the other.
async fn requests(url: String, anon: String, is_over: Arc<AtomicBool>) -> Result<Vec<f64>> {
    let client = reqwest::Client::new();
    let mut times = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let asked = Instant::now();
        let path = format!("{url}/rest/v1/contents?select=id,title&limit=20");
        let request = client.get(path).header("apikey", &anon).send();
        request.await?.error_for_status()?.bytes().await?;
        times.push(asked.elapsed().as_secs_f64() * 1000.0);
        sleep(Duration::from_millis(10)).await;
    }
    Ok(times)
}
