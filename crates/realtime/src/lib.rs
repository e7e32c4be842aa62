//! `/realtime/v1`: broadcasts, presence and changes of rows over WebSockets, in the protocol of
//! `@supabase/realtime-js`.
//!
//! A socket's task (`socket.rs`) holds its channels (`channel.rs`). The hub (`hub.rs`) maps topics to sockets. One task
//! (`dispatch.rs`) delivers committed changes in order, after it has verified the tokens of people whose facts a commit
//! changed.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the table of stored broadcasts
//! - `refusal`: refusals of tokens
//! - `rate`: rate limits of one socket or channel
//! - `frame`: messages as the client library frames them
//! - `topic`: rights to receive and send on topics
//! - `join`: the payload of a join
//! - `presence`: presence on a topic
//! - `queue`: frames that wait for a socket
//! - `open_socket`: the part of an open socket that other tasks use
//! - `changes`: subscriptions of channels, and callers' views of changes
//! - `member`: a socket on a topic
//! - `hub`: the open channels of this node
//! - `dispatch`: delivers committed changes in their order
//! - `nodes`: broadcasts and presence between nodes
//! - `stored`: stored broadcasts, for later joins
//! - `service`: state shared by sockets, endpoints and dispatch
//! - `channel`: one channel of a socket
//! - `transport`: the connection below a WebSocket
//! - `socket`: one WebSocket and its task, which holds its channels
//! - `joining`: joins of topics
//! - `http`: the endpoints
//! - `realtime`: the public service of the crate

mod changes;
mod channel;
mod dispatch;
mod frame;
mod http;
mod hub;
mod join;
mod joining;
mod member;
mod nodes;
mod open_socket;
mod presence;
mod queue;
mod rate;
mod realtime;
mod refusal;
mod service;
mod socket;
mod stored;
mod tables;
mod topic;
mod transport;

pub use realtime::Realtime;
pub use service::{Deps, Verify};
pub use tables::tables;
pub use topic::{PrivateTopics, Topics};
