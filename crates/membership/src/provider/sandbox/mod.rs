//! A payment provider for trials: it answers the server's calls from its own tables, shows payment pages and a portal,
//! and reports events by signed calls over HTTP, like the real one. It charges no money and does not open in
//! production.

mod calls;
mod change;
mod checkout;
pub(crate) mod deliver;
mod disputes;
mod invoice;
mod objects;
mod pages;
mod portal;
mod seed;
mod service;
mod simulate;

use axum::{Router, routing::get};

pub use seed::Seed;
pub(crate) use service::Site;
pub use service::{Sandbox, SandboxConfig};

use crate::Payments;

impl Sandbox {
    /// Returns the router of the sandbox's pages.
    pub(crate) fn router(&self, payments: Payments) -> Router {
        Router::new()
            .route("/sandbox/checkout/{id}", get(checkout::show).post(checkout::pay))
            .route("/sandbox/portal/{id}", get(portal::show).post(portal::manage))
            .route("/sandbox/invoice/{id}", get(invoice::show).post(invoice::pay))
            .route("/sandbox/sandbox.css", get(pages::style))
            .with_state((self.clone(), payments))
    }
}
