//! `/realtime/v1`: broadcasts, presence and changes of rows over WebSockets, as `@supabase/realtime-js` speaks them.
//!
//! A socket's task (`socket.rs`) holds its channels (`channel.rs`). The hub (`hub.rs`) knows which sockets are on which
//! topic. Committed changes are delivered in their order by one task (`dispatch.rs`), which first verifies again
//! the tokens of people whose facts a commit changed.

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
