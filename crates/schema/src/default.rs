//! Defaults: values that replace missing ones on insert.

use ateneu_base::{Record, Value};

/// Value that replaces a missing one on insert.
#[derive(Clone, Debug)]
pub enum Default {
    /// NULL (refused if the column is required).
    Null,
    /// A new time-ordered uuid.
    NewId,
    /// The present instant.
    Now,
    /// The caller's id.
    CallerId,
    /// A constant.
    Literal(Value),
    /// A value computed from the columns that are declared before it.
    From(fn(&Record) -> Value),
}
