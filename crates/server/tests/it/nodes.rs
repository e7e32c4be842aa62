//! Two servers on one PostgreSQL database, as processes that are killed.

use std::{
    collections::HashSet,
    env,
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use ateneu_base::Clock;
use ateneu_db::{Db, Target};
use ateneu_queue::LostNodes;
use ateneu_testkit::databases::{self, Place, on_postgres};
use parking_lot::Mutex;
use reqwest::Client;
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinHandle;

/// Variable with the number of kills. An ordinary run has few, because each takes a start of the server.
const ROUNDS: &str = "ATENEU_KILL_ROUNDS";
const FEW: u32 = 3;

/// Acknowledged writes of each client before a kill, and after it.
const WRITES: u64 = 5;

/// Number of clients.
const CLIENTS: usize = 4;

/// Pause of a client after a refused connection: the first one of the client library.
const RETRY: Duration = Duration::from_millis(250);

/// Pause between two looks at what other processes do.
const POLL: Duration = Duration::from_millis(20);

/// A server in a process of its own.
struct Node {
    process: Child,
    folder: TempDir,
    port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Node {
    async fn start(database: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = serve(folder.path(), database, port);
        let mut node = Self { process, folder, port };
        node.is_ready().await;
        node
    }

    /// Starts the server again, at the same port.
    async fn restart(&mut self, database: &str) {
        self.process = serve(self.folder.path(), database, self.port);
        self.is_ready().await;
    }

    /// Waits until the server answers.
    async fn is_ready(&mut self) {
        let url = format!("http://127.0.0.1:{}/readyz", self.port);
        while !reqwest::get(&url).await.is_ok_and(|response| response.status().is_success()) {
            assert!(self.process.try_wait().unwrap().is_none(), "the server ended");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Kills the process at once, without a chance to finish anything.
    fn kill(&mut self) {
        // It may be dead already.
        let _ = self.process.kill();
        self.process.wait().unwrap();
    }
}

fn ateneu(folder: &Path, database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ateneu"));
    command.env_clear().env("ATENEU_DATABASE_URL", database).arg("--data").arg(folder);
    command
}

fn serve(folder: &Path, database: &str, port: u16) -> Child {
    let mut command = ateneu(folder, database);
    let address = format!("127.0.0.1:{port}");
    command.args(["serve", "--listen", &address]).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Writes of the clients.
#[derive(Default)]
struct Log {
    /// Addresses whose writes were acknowledged.
    acknowledged: Mutex<Vec<String>>,
    /// Number of acknowledged writes of each client.
    counts: [AtomicU64; CLIENTS],
    /// Longest time of a client without an acknowledged write, in milliseconds.
    longest: AtomicU64,
    ends: AtomicBool,
}

impl Log {
    /// Waits until each client has [`WRITES`] more acknowledged writes.
    async fn wait_for_writes(&self) {
        let before = self.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        while self
            .counts
            .iter()
            .zip(before)
            .any(|(count, before)| count.load(Ordering::Relaxed) < before + WRITES)
        {
            tokio::time::sleep(POLL).await;
        }
    }
}

/// Starts a client that subscribes one address after the other, at the next node where one does not answer.
fn write(log: Arc<Log>, client: usize, ports: [u16; 2], key: String) -> JoinHandle<()> {
    tokio::spawn(async move {
        let http = Client::new();
        let (mut at, mut last, mut number) = (client % ports.len(), Instant::now(), 0_u64);
        while !log.ends.load(Ordering::Relaxed) {
            let email = format!("leitora.{client}.{number}@exemplo.com.br");
            let url = format!("http://127.0.0.1:{}/rest/v1/newsletter_subscriptions", ports[at]);
            let request = http.post(url).header("apikey", &key).bearer_auth(&key);
            match request.json(&json!({ "email": email })).send().await {
                Ok(response) if response.status() == 201 => {
                    log.acknowledged.lock().push(email);
                    log.counts[client].fetch_add(1, Ordering::Relaxed);
                    let waited = u64::try_from(last.elapsed().as_millis()).unwrap();
                    log.longest.fetch_max(waited, Ordering::Relaxed);
                    last = Instant::now();
                }
                Ok(response) if response.status().is_client_error() => {
                    panic!("{}", response.text().await.unwrap());
                }
                _ => {
                    at = (at + 1) % ports.len();
                    tokio::time::sleep(RETRY).await;
                }
            }
            // A write without an answer may be stored: its address is not used again.
            number += 1;
        }
    })
}

#[test]
fn a_killed_node_loses_no_acknowledged_write() {
    on_postgres(databases::product(), async |place: Place| {
        let Target::Postgres(database) = &place.target else { panic!("a database server") };
        let mut nodes = [Node::start(database).await, Node::start(database).await];
        let keys = ateneu(nodes[0].folder.path(), database).arg("keys").output().unwrap();
        let keys: serde_json::Value = serde_json::from_slice(&keys.stdout).unwrap();
        let key = keys["service_role"].as_str().unwrap();
        let log = Arc::new(Log::default());
        let ports = nodes.each_ref().map(|node| node.port);
        let clients: Vec<_> =
            (0..CLIENTS).map(|client| write(Arc::clone(&log), client, ports, key.to_owned())).collect();

        let rounds = rounds();
        for round in 0..rounds as usize {
            log.wait_for_writes().await;
            nodes[round % 2].kill();
            log.wait_for_writes().await;
            nodes[round % 2].restart(database).await;
        }
        log.ends.store(true, Ordering::Relaxed);
        futures::future::try_join_all(clients).await.unwrap();
        let acknowledged = std::mem::take(&mut *log.acknowledged.lock());
        let longest = log.longest.load(Ordering::Relaxed);
        println!("{rounds} kills, {} acknowledged writes, longest pause {longest} ms", acknowledged.len());
        assert_eq!(missing(&place.db, &acknowledged).await, [""; 0]);

        // The last killed node's tasks do not wait for their leases.
        nodes.iter_mut().for_each(Node::kill);
        let mut lost = LostNodes::after(Duration::ZERO);
        let held = "SELECT count(*) FROM tasks WHERE state = 'running' AND due_at > $1";
        let now = Clock::system().now();
        while place.db.read(move |tx| tx.query_one_as::<i64>(held, &[now.into()])).await.unwrap() > 0 {
            lost.release_tasks(&place.db, &Clock::held_at(now)).await.unwrap();
        }
    });
}

#[expect(clippy::disallowed_methods, reason = "the runner of the tests may ask for more kills")]
fn rounds() -> u32 {
    env::var(ROUNDS).map_or(FEW, |rounds| rounds.parse().unwrap())
}

/// Returns the addresses that are not stored.
async fn missing(db: &Db, acknowledged: &[String]) -> Vec<String> {
    let stored: Vec<String> =
        db.read(|tx| tx.query_as("SELECT email FROM newsletter_subscriptions", &[])).await.unwrap();
    let stored: HashSet<_> = stored.into_iter().collect();
    acknowledged.iter().filter(|email| !stored.contains(*email)).cloned().collect()
}
