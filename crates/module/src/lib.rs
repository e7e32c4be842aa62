//! The interface between a subject and the application. A subject declares its tables, rules and names in a [`Module`],
//! and opens itself with the [`Context`]. The result, [`Running`], holds its active parts.
//!
//! Subjects have no order and never import each other: they know of each other only through [`Declared`].
//!
//! - `sections`: the sections of the configuration
//! - `milestones`: changes of a person that other subjects follow
//! - `log_errors`: the number of logged errors
//! - `measures`: figures of the running installation
//! - `thresholds`: limits of figures from which somebody must act
//! - `module`: the declarations of a subject
//! - `declared`: the declarations of all subjects
//! - `demo`: demo data
//! - `running`: the active parts of a subject
//! - `context`: the services with which a subject opens
//! - `subject`: the trait of subjects

mod context;
mod declared;
pub mod demo;
pub mod log_errors;
mod measures;
mod milestones;
mod module;
mod running;
mod sections;
mod subject;
pub mod thresholds;

pub use context::{Context, PublicPages};
pub use declared::Declared;
pub use measures::{Figure, FigureKind, Figures, MeasureSource, Measures, figure_of};
pub use milestones::{FollowMilestone, Milestone, MilestoneKind, Milestones};
pub use module::{Arrival, Delivery, Module, RecordDelivery, Repair, VisitOrigins};
pub use running::{AroundPages, ContentGuard, OnClose, Running};
pub use sections::{ConfigSection, Sections};
pub use subject::Subject;
