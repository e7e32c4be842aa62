//! Bringing files, in one request and in several.

mod one_request;
mod quotas;
mod resumable;
mod resumable_bounds;
mod types;
