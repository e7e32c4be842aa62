//! Commands beside a busy server.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use ateneu_testkit::TestClient;
use futures::{StreamExt, stream};
use serde_json::json;

use crate::content_reload::ateneu;

/// Number of commands, and how many of them run at the same time.
const COMMANDS: usize = 20;
const TOGETHER: usize = 2;

#[tokio::test(flavor = "multi_thread")]
async fn commands_never_fail_beside_a_server_that_writes() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::open(load(folder.path(), |_| None).unwrap(), Clock::system()).await.unwrap();
    let key = app.auth.api_keys().service_role;
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let (client, key) = (TestClient::new(app.router.clone()), key.clone());
            let (stop, written) = (Arc::clone(&stop), Arc::clone(&written));
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let row = json!({ "action": "login", "success": true });
                    let stored = client.request("POST", "/rest/v1/auth_logs").token(&key).json(&row).await;
                    assert_eq!(stored.status, 201, "{stored:?}");
                    written.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let commands = stream::iter(0..COMMANDS).map(|number| {
        let data = folder.path().to_owned();
        tokio::task::spawn_blocking(move || {
            let email = format!("pessoa{number}@casa.test");
            ateneu(&data, &["admin", "create", &email])
        })
    });
    let ended: Vec<_> = commands.buffer_unordered(TOGETHER).collect().await;
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
    for output in ended {
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(written.load(Ordering::Relaxed) > COMMANDS, "the server wrote meanwhile");
    app.close().await.unwrap();
}
