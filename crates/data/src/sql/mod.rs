//! Stage three: a plan becomes one SQL text with parameters. The text depends only on the shape of the request, so that
//! prepared statements are reused.
//!
//! Every value of a row passes through [`Builder::visible`], which applies masks: a masked column cannot be selected,
//! filtered, ordered by, joined over or returned otherwise.

mod condition;
mod member;
mod order;
pub mod read;
mod rule;

use std::{cell::RefCell, collections::BTreeSet};

use ateneu_base::{Caller, Timestamp, Value};
use ateneu_db::Dialect;
use ateneu_schema::Schema;

/// Writes SQL for one caller at one instant.
pub struct Builder<'s> {
    /// SQL dialect of the statement.
    pub dialect: Dialect,
    /// Caller that the statement is for.
    pub caller: &'s Caller,
    /// Instant at which the statement is evaluated.
    pub now: Timestamp,
    /// All tables.
    pub schema: &'s Schema,
    parameters: Vec<Value>,
    depends_on_time: bool,
    related: RefCell<BTreeSet<&'static str>>,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub text: String,
    /// Parameters `$1..$n`.
    pub parameters: Vec<Value>,
    /// True if the result depends on the present instant.
    pub depends_on_time: bool,
    /// Tables that it reads in addition to that of its rows.
    pub related: BTreeSet<&'static str>,
}

impl<'s> Builder<'s> {
    /// Begins a statement.
    pub fn new(dialect: Dialect, caller: &'s Caller, now: Timestamp, schema: &'s Schema) -> Self {
        Self {
            dialect,
            caller,
            now,
            schema,
            parameters: Vec::new(),
            depends_on_time: false,
            related: RefCell::default(),
        }
    }

    /// Binds a value. Returns its placeholder.
    pub fn bind(&mut self, value: Value) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
    }

    /// Binds the present instant.
    pub fn bind_now(&mut self) -> String {
        self.depends_on_time = true;
        self.bind(Value::from(self.now))
    }

    /// Binds the beginning of the present second. Statements within a second share their results: a row opens up to a
    /// second late, and never early.
    pub fn bind_second(&mut self) -> String {
        self.bind(Value::from(Timestamp::from_seconds(self.now.seconds())))
    }

    /// Records that the statement reads another table than that of its rows.
    fn note_table(&self, table: &'static str) {
        self.related.borrow_mut().insert(table);
    }

    /// Ends the statement.
    pub fn finish(self, text: String) -> Statement {
        let related = self.related.into_inner();
        Statement { text, parameters: self.parameters, depends_on_time: self.depends_on_time, related }
    }
}
