//! The service that the crate opens.

use std::time::Duration;

use axum::Router;
use tokio::time::Instant;

use crate::{
    http,
    queue::Command,
    service::{Deps, Service},
};

/// Number of sockets that are closed at once when the server stops. More are spread over [`DRAIN`], because clients
/// reconnect after equal pauses.
const AT_ONCE: usize = 100;
const DRAIN: Duration = Duration::from_secs(5);
const DRAIN_STEPS: u32 = 20;
/// Time that closed sockets may take to send their queues.
const LAST_FRAMES: Duration = Duration::from_secs(2);

/// The service. Clones share it.
#[derive(Clone)]
pub struct Realtime(Service);

impl Realtime {
    /// Opens the service and begins to deliver changes.
    pub fn open(deps: Deps) -> Self {
        Self(Service::open(deps))
    }

    /// Returns the endpoints, relative to `/realtime/v1`.
    pub fn router(&self) -> Router {
        http::router(self.0.clone())
    }

    /// Returns the number of evaluations of rules for changes: once for each change and class of listeners.
    pub fn evaluations(&self) -> u64 {
        self.0.evaluations()
    }

    /// Returns the number of open sockets.
    pub fn sockets(&self) -> usize {
        self.0.hub.sockets().len()
    }

    /// Refuses joins and closes the sockets.
    pub async fn close(&self) {
        self.0.hub.drain();
        let sockets = self.0.hub.sockets();
        if sockets.is_empty() {
            return;
        }
        let step = if sockets.len() <= AT_ONCE {
            sockets.len()
        } else {
            sockets.len().div_ceil(DRAIN_STEPS as usize)
        };
        for (number, some) in sockets.chunks(step).enumerate() {
            if number > 0 {
                tokio::time::sleep(DRAIN / DRAIN_STEPS).await;
            }
            for socket in some {
                socket.queue.command(Command::Close(1012, "restart"));
            }
        }
        let begun = Instant::now();
        while self.sockets() > 0 && begun.elapsed() < LAST_FRAMES {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
