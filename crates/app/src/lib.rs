//! The application: opens, serves and closes the protocols and the given subjects, without knowing them.
//!
//! - `cors`, `health`, `metrics`, `authenticate`, `files_host`: layers and endpoints of the server itself
//! - `sections`: the sections of the configuration that the application reads
//! - `declared`: the declarations of the protocols and the subjects
//! - `config`: the configuration of an installation
//! - `protocols`: opens the protocols
//! - `instance_lock`: the lock of a data folder
//! - `pages`: the subjects' view of the pages
//! - `follow`: consequences of committed changes
//! - `measures`: figures of the application itself
//! - `routes`: the services behind one router
//! - `app`: the running application
//! - `content_reload`: reloads the content files
//! - `listener`: accepts connections

mod app;
mod authenticate;
mod config;
mod content_reload;
mod cors;
mod declared;
mod files_host;
mod follow;
mod health;
mod instance_lock;
pub mod listener;
mod measures;
mod metrics;
mod pages;
mod protocols;
mod routes;
mod sections;

pub use app::App;
pub use config::{Config, Subjects};
pub use declared::declared;
pub use protocols::{Accounts, open_storage};
