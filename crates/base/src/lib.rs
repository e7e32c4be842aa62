//! The words every room shares: who calls, what time it is, ids and secrets, and the language a table is
//! declared in. Pure: nothing here touches a disk, a socket or the environment.

pub mod belonging;
pub mod calendar;
pub mod caller;
pub mod change;
pub mod clock;
mod column;
pub mod ddl;
pub mod fold;
pub mod ids;
pub mod rule;
pub mod secret;
pub mod table;
pub mod value;

pub use belonging::{Belonging, By, Erasure};
pub use caller::{Aal, Caller, Facts, Presented, Role, TokenProblem};
pub use change::{Change, Record, Verb};
pub use clock::{Clock, Timestamp};
pub use rule::{Rule, Set};
pub use secret::Secret;
pub use table::{Check, Column, Default, Kind, OnDelete, Schema, Source, Table};
pub use value::Value;
