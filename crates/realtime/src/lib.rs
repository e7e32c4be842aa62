//! `/realtime/v1`: broadcasts, presence and changes of rows over WebSockets, as `@supabase/realtime-js` speaks them.
//!
//! A socket's task (`socket.rs`) holds its channels (`channel.rs`). The hub (`hub.rs`) knows which sockets are on which
//! topic. Committed changes are delivered in their order by one task (`dispatch.rs`), which first verifies again
//! the tokens of people whose facts a commit changed.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the table of stored broadcasts
//! - `refusal`: refusals of tokens
//! - `rate`: rate limits of one socket or channel
//! - `frame`: messages as the client library frames them
//! - `topic`: who may receive and send what on a topic
//! - `join`: the payload of a join
//! - `presence`: who is present on a topic
//! - `queue`: frames that wait for one socket
//! - `open_socket`: open sockets, as others than their own task reach them
//! - `changes`: what channels follow, and what each caller sees of a change
//! - `member`: a socket on a topic
//! - `hub`: every open channel of this node
//! - `dispatch`: delivers committed changes in their order
//! - `nodes`: broadcasts and presence between nodes
//! - `stored`: broadcasts that are stored for later joins
//! - `service`: what sockets, endpoints and the delivery of changes share
//! - `channel`: one channel of a socket
//! - `transport`: the connection below a WebSocket
//! - `socket`: one WebSocket and its task, which holds its channels
//! - `joining`: joins of topics
//! - `http`: the endpoints
//! - `realtime`: what the crate opens and closes

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
