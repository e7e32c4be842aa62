//! Events of the payment provider: received and stored (`webhook.rs`), processed by the worker (`worker.rs`), parsed
//! for their customer (`event.rs`) and handled for its account (`handle.rs`, `owner.rs`, disputes in `disputes.rs`). A
//! nightly job (`reconcile.rs`) fetches changes without an event.

mod disputes;
mod event;
mod handle;
mod owner;
pub(crate) mod reconcile;
pub(crate) mod webhook;
pub(crate) mod worker;

use ateneu_queue::Queue;

/// Events of the provider.
pub(crate) const EVENTS: Queue = Queue::new("payment_events").label("Eventos de pagamento").concurrency(8);
