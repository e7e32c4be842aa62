//! The addresses of the sandbox.

use axum::{Router, routing::get};

use super::{Sandbox, checkout, invoice, pages, portal};
use crate::Payments;

impl Sandbox {
    pub(crate) fn router(&self, payments: Payments) -> Router {
        Router::new()
            .route("/sandbox/checkout/{id}", get(checkout::show).post(checkout::pay))
            .route("/sandbox/portal/{id}", get(portal::show).post(portal::manage))
            .route("/sandbox/invoice/{id}", get(invoice::show).post(invoice::pay))
            .route("/sandbox/sandbox.css", get(pages::style))
            .with_state((self.clone(), payments))
    }
}
