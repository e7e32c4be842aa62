//! The part of an open socket that other tasks use.

use std::sync::atomic::AtomicUsize;

use tokio_tungstenite::tungstenite::Message;

use crate::{frame::Version, queue::Queue};

/// One socket, as other tasks use it.
pub struct Socket {
    /// Number of the socket.
    pub id: u64,
    /// Framing of the socket.
    pub version: Version,
    /// Frames and commands that wait for the socket's task.
    pub queue: Queue,
    /// Bytes of presence that its channels track.
    pub presence_bytes: AtomicUsize,
}

impl Socket {
    /// Sends a frame that answers the client.
    pub fn send(&self, frame: Message) {
        self.queue.push(frame);
    }
}
