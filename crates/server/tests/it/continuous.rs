//! The continuous copy of a server that is killed, and whose data folder is lost with it.

use std::{
    collections::HashSet,
    env,
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use ateneu_db::{Db, Target};
use ateneu_schema::MIGRATIONS;
use parking_lot::Mutex;
use reqwest::Client;
use serde_json::{Value, json};

/// Variable with the number of kills. An ordinary run has few, because each takes a start and a restore.
const ROUNDS: &str = "ATENEU_KILL_ROUNDS";
const FEW: u32 = 2;

/// Number of clients that write.
const CLIENTS: usize = 4;

/// Pause between two looks at what other processes do.
const POLL: Duration = Duration::from_millis(20);

fn ateneu(data: &Path, target: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ateneu"));
    command.env_clear().env("ATENEU_BACKUPS_TARGET", target).env("ATENEU_BACKUPS_CONTINUOUS", "true");
    command.arg("--data").arg(data);
    command
}

/// A server in a process of its own.
struct Server {
    process: Child,
    url: String,
    key: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    async fn start(data: &Path, target: &Path) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut command = ateneu(data, target);
        command.args(["serve", "--listen", &address.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut server =
            Self { process: command.spawn().unwrap(), url: format!("http://{address}"), key: String::new() };
        while !reqwest::get(format!("{}/readyz", server.url)).await.is_ok_and(|ready| ready.status() == 200) {
            assert!(server.process.try_wait().unwrap().is_none(), "the server ended");
            tokio::time::sleep(POLL).await;
        }
        let keys = ateneu(data, target).arg("keys").output().unwrap();
        let keys: Value = serde_json::from_slice(&keys.stdout).unwrap();
        server.key = keys["service_role"].as_str().unwrap().to_owned();
        server
    }

    /// Returns the time up to which everything is copied.
    async fn copied_until(&self, http: &Client) -> Option<String> {
        let request = http.post(format!("{}/functions/v1/list-copies", self.url));
        let answer = request.bearer_auth(&self.key).header("apikey", &self.key).json(&json!({})).send().await;
        let list: Value = answer.unwrap().json().await.unwrap();
        list["continuous"]["copied_until"].as_str().map(str::to_owned)
    }
}

/// Addresses whose writes were acknowledged.
type Acknowledged = Arc<Mutex<HashSet<String>>>;

async fn write(server: (String, String), client: String, acknowledged: Acknowledged, ends: Arc<AtomicBool>) {
    let (http, (url, key)) = (Client::new(), server);
    for number in 0.. {
        let email = format!("leitora.{client}.{number}@exemplo.com.br");
        let request = http.post(format!("{url}/rest/v1/newsletter_subscriptions")).header("apikey", &key);
        match request.bearer_auth(&key).json(&json!({ "email": email })).send().await {
            Ok(response) if response.status() == 201 => {
                acknowledged.lock().insert(email);
            }
            Ok(response) if response.status().is_client_error() => {
                panic!("{}", response.text().await.unwrap());
            }
            _ if ends.load(Ordering::Relaxed) => return,
            _ => tokio::time::sleep(POLL).await,
        }
        if ends.load(Ordering::Relaxed) {
            return;
        }
    }
}

async fn stored(data: &Path) -> HashSet<String> {
    let db = Db::open(&Target::Sqlite(data.join("ateneu.db")), MIGRATIONS).await.unwrap();
    let stored = db.read(|tx| tx.query_as("SELECT email FROM newsletter_subscriptions", &[])).await;
    db.close().await;
    stored.unwrap().into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_machine_comes_back_as_it_was_seconds_before() {
    let (target, http) = (tempfile::tempdir().unwrap(), Client::new());
    let mut data = tempfile::tempdir().unwrap();
    let acknowledged: Acknowledged = Arc::default();
    let mut most_lost = 0;
    for round in 0..rounds() {
        let mut server = Server::start(data.path(), target.path()).await;
        let ends = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let to = (server.url.clone(), server.key.clone());
                let name = format!("{round}.{client}");
                tokio::spawn(write(to, name, Arc::clone(&acknowledged), Arc::clone(&ends)))
            })
            .collect();
        // Everything that was acknowledged before the copy was asked for the first time of two must be in it.
        while server.copied_until(&http).await.is_none() {
            tokio::time::sleep(POLL).await;
        }
        let before: Vec<String> = acknowledged.lock().iter().cloned().collect();
        let first = server.copied_until(&http).await;
        let mut seen = first.clone();
        let mut steps = 0;
        // The second new time was taken after the first request, and so after those writes.
        while steps < 2 {
            tokio::time::sleep(POLL).await;
            let now = server.copied_until(&http).await;
            steps += u32::from(now != seen);
            seen = now;
        }
        server.process.kill().unwrap();
        server.process.wait().unwrap();
        ends.store(true, Ordering::Relaxed);
        for writer in writers {
            writer.await.unwrap();
        }

        // The machine is gone, and another one gets its data.
        data.close().unwrap();
        data = tempfile::tempdir().unwrap();
        let restored =
            ateneu(data.path(), target.path()).args(["restore", "--at", "newest"]).output().unwrap();
        assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
        let stored = stored(data.path()).await;
        let lost: Vec<&String> = before.iter().filter(|email| !stored.contains(*email)).collect();
        assert!(lost.is_empty(), "round {round} lost {lost:?}");
        let all = acknowledged.lock().len();
        most_lost = most_lost.max(all.saturating_sub(stored.len()));
        acknowledged.lock().retain(|email| stored.contains(email));
        let resumed = ateneu(data.path(), target.path()).arg("resume").output().unwrap();
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    }
    println!(
        "{} writes came back, at most {most_lost} of the last seconds did not",
        acknowledged.lock().len()
    );
}

#[expect(clippy::disallowed_methods, reason = "the runner of the tests may ask for more kills")]
fn rounds() -> u32 {
    env::var(ROUNDS).map_or(FEW, |rounds| rounds.parse().unwrap())
}
