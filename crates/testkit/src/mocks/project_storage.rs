//! A mock of a hosted project's storage: lists buckets and serves files to the holder of the service key, with faults.

use std::{collections::HashMap, sync::Arc};

use parking_lot::{Mutex, MutexGuard};
use serde_json::json;

use crate::mocks::http::{MockReply, MockServer, ReceivedRequest};

/// Service key of the project.
pub const SERVICE_KEY: &str = "chave-de-servico";

/// The running service.
pub struct ProjectStorage {
    server: MockServer,
    data: Arc<Mutex<ProjectFiles>>,
}

/// Data of the service.
#[derive(Default)]
pub struct ProjectFiles {
    /// Contents of the files, by `bucket/key`.
    pub files: HashMap<String, String>,
    /// Number of next requests for files that are answered with 503.
    pub busy: usize,
    /// Number of next requests for files of which only the first half is sent.
    pub cut: usize,
}

impl ProjectStorage {
    /// Starts without files.
    pub async fn start() -> Self {
        let data = Arc::new(Mutex::new(ProjectFiles::default()));
        let held = Arc::clone(&data);
        let server = MockServer::start(move |request| held.lock().reply(request)).await;
        Self { server, data }
    }

    /// Returns the data of the service.
    pub fn data(&self) -> MutexGuard<'_, ProjectFiles> {
        self.data.lock()
    }

    /// Returns the requests for files so far.
    pub fn downloads(&self) -> Vec<ReceivedRequest> {
        let is_download = |request: &ReceivedRequest| request.path().contains("/object/");
        self.server.received().into_iter().filter(is_download).collect()
    }
}

crate::deref!(ProjectStorage, server: MockServer);

impl ProjectFiles {
    fn reply(&mut self, request: &ReceivedRequest) -> MockReply {
        if request.header("authorization") != format!("Bearer {SERVICE_KEY}") {
            return refusal(403, "Unauthorized");
        }
        let path = request.path();
        if path == "/storage/v1/bucket" {
            return MockReply::json(&json!([]));
        }
        let Some(name) = path.strip_prefix("/storage/v1/object/authenticated/") else {
            return refusal(404, "not_found");
        };
        let Some(text) = self.files.get(&name.replace("%20", " ")) else { return refusal(400, "not_found") };
        if self.busy > 0 {
            self.busy -= 1;
            return MockReply::Body(503, "busy".into());
        }
        let range = request.header("range").strip_prefix("bytes=").and_then(|range| range.strip_suffix('-'));
        let from: usize = range.and_then(|from| from.parse().ok()).unwrap_or_default();
        let mut rest = text.get(from..).unwrap_or_default().to_owned();
        if self.cut > 0 {
            self.cut -= 1;
            rest.truncate(rest.len() / 2);
        }
        match range {
            Some(_) => {
                let place = format!("bytes {from}-{}/{}", text.len().saturating_sub(1), text.len());
                MockReply::Full(206, vec![("content-range", place)], rest)
            }
            None => MockReply::Body(200, rest),
        }
    }
}

fn refusal(status: u16, error: &str) -> MockReply {
    let body = json!({ "statusCode": status.to_string(), "error": error, "message": error });
    MockReply::Body(status, body.to_string())
}
