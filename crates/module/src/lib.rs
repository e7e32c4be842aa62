//! The interface between a subject and the application. A subject declares its tables, rules and names in a [`Module`],
//! and opens itself over the [`Context`]: the answer, [`Running`], holds everything of it that acts.
//!
//! Subjects have no order and never import each other: one knows of another only what [`Declared`] says.
//!
//! - `sections`: the sections of the configuration
//! - `module`: the declarations of a subject
//! - `declared`: the declarations of all subjects
//! - `demo`: demo data
//! - `running`: the parts of a subject that act
//! - `context`: the services that a subject opens itself over
//! - `subject`: the trait of subjects

mod context;
mod declared;
pub mod demo;
mod module;
mod running;
mod sections;
mod subject;

pub use context::{Context, PublicPages};
pub use declared::Declared;
pub use module::{Arrival, Module, Repair, VisitOrigins};
pub use running::{AroundPages, ContentGuard, OnClose, Running};
pub use sections::{ConfigSection, Sections};
pub use subject::Subject;
