//! Queue of frames for one socket, bounded in bytes, because a client may stop reading.

use std::{collections::VecDeque, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message;

use crate::presence::Place;

/// Maximum number of bytes that wait for one socket.
pub const QUEUE_BYTES: usize = 1 << 20;

/// Command to a socket's task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Closes the connection with this status code and reason.
    Close(u16, &'static str),
    /// Makes a channel join again, because it may have missed events: the topic and its member.
    Rejoin(Arc<str>, u64),
    /// Ends a channel after a `system` message: the topic, its member and the text.
    Fail(Arc<str>, u64, String),
    /// Sends the people present, from a place if given: the topic, its member and the place.
    Presence(Arc<str>, u64, Option<Place>),
}

/// Frames and commands for one socket's task.
#[derive(Default)]
pub struct Queue {
    waiting: Mutex<Waiting>,
    ready: Notify,
}

/// Contents of a [`Queue`].
#[derive(Default)]
pub struct Waiting {
    /// Frames in order.
    pub frames: VecDeque<Message>,
    /// Commands in order, to be carried out after the frames.
    pub commands: Vec<Command>,
    bytes: usize,
    is_closed: bool,
}

impl Queue {
    /// Adds a reply to the client. Beyond [`QUEUE_BYTES`] the queue is dropped and the socket closed, because its
    /// client sends without reading.
    pub fn push(&self, frame: Message) {
        if !self.offer(frame, QUEUE_BYTES) {
            self.waiting.lock().frames = VecDeque::new();
            self.command(Command::Close(1013, "slow"));
        }
    }

    /// Adds a frame if at most `most` bytes would wait. Returns `false` otherwise.
    pub fn offer(&self, frame: Message, most: usize) -> bool {
        let mut waiting = self.waiting.lock();
        if waiting.is_closed {
            return true;
        }
        let bytes = waiting.bytes + size(&frame);
        if bytes > most {
            return false;
        }
        waiting.bytes = bytes;
        waiting.frames.push_back(frame);
        drop(waiting);
        self.ready.notify_one();
        true
    }

    /// Adds a command.
    pub fn command(&self, command: Command) {
        let mut waiting = self.waiting.lock();
        match command {
            Command::Close(code, reason) => close(&mut waiting, code, reason),
            other if !waiting.is_closed && !waiting.commands.contains(&other) => waiting.commands.push(other),
            _ => return,
        }
        drop(waiting);
        self.ready.notify_one();
    }

    /// Waits until the queue is not empty, and takes all of it.
    pub async fn take(&self) -> Waiting {
        loop {
            let ready = self.ready.notified();
            {
                let mut waiting = self.waiting.lock();
                if !waiting.frames.is_empty() || !waiting.commands.is_empty() {
                    let is_closed = waiting.is_closed;
                    return std::mem::replace(&mut *waiting, Waiting { is_closed, ..Waiting::default() });
                }
            }
            ready.await;
        }
    }

    /// Resolves once the socket is to be closed.
    pub async fn closed(&self) {
        loop {
            let ready = self.ready.notified();
            if self.waiting.lock().is_closed {
                return;
            }
            ready.await;
        }
    }
}

fn close(waiting: &mut Waiting, code: u16, reason: &'static str) {
    if !waiting.is_closed {
        waiting.is_closed = true;
        waiting.commands = vec![Command::Close(code, reason)];
    }
}

fn size(frame: &Message) -> usize {
    match frame {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) | Message::Frame(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_queue_beyond_its_bytes_closes_the_socket_once() {
        let queue = Queue::default();
        for _ in 0..3 {
            queue.push(Message::Binary(vec![0; QUEUE_BYTES / 2].into()));
        }
        queue.push(Message::Binary(vec![0; 8].into()));
        queue.closed().await;
        let waiting = queue.take().await;
        assert!(waiting.frames.is_empty());
        assert_eq!(waiting.commands, [Command::Close(1013, "slow")]);
    }

    #[tokio::test]
    async fn a_frame_that_does_not_fit_is_dropped_alone() {
        let queue = Queue::default();
        let frame = |bytes| Message::Binary(vec![0; bytes].into());
        assert!(queue.offer(frame(QUEUE_BYTES / 2), QUEUE_BYTES / 2));
        assert!(!queue.offer(frame(1), QUEUE_BYTES / 2), "others leave room");
        assert!(queue.offer(frame(1), QUEUE_BYTES));
        assert!(!queue.offer(frame(QUEUE_BYTES), QUEUE_BYTES));
        let waiting = queue.take().await;
        assert_eq!((waiting.frames.len(), waiting.commands), (2, Vec::new()));
    }

    #[tokio::test]
    async fn messages_are_taken_in_order_and_free_their_space() {
        let queue = Queue::default();
        for number in 0..4_u8 {
            queue.push(Message::Binary(vec![number; QUEUE_BYTES / 3].into()));
            if number % 2 == 1 {
                let firsts = queue.take().await.frames.into_iter().map(|frame| frame.into_data()[0]);
                assert_eq!(firsts.collect::<Vec<_>>(), [number - 1, number]);
            }
        }
    }
}
