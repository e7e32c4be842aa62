//! What the provider tells: heard and stored (`webhook.rs`), taken up by the worker (`worker.rs`), read for whose state may
//! have changed (`event.rs`), followed (`follow.rs`, disputed payments in `disputes.rs`). What was never told is made up for
//! each night (`reconcile.rs`).

mod disputes;
mod event;
mod handle;
pub(crate) mod reconcile;
pub(crate) mod webhook;
pub(crate) mod worker;

use ateneu_queue::Queue;

/// What the provider told.
pub(crate) const EVENTS: Queue = Queue::new("payment_events").label("Eventos de pagamento").concurrency(8);
