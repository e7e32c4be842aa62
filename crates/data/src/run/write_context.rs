//! What every kind of write works with, and what it changed.

use std::cell::Cell;

use ateneu_base::{Record, Verb};
use ateneu_db::{Dialect, Tx};
use ateneu_schema::{Rule, Schema};

use super::row::Frame;
use crate::{
    error::Error,
    plan::Node,
    request::{Query, Request, prefer::Return},
};

/// A write in progress.
pub struct WriteContext<'s> {
    /// All tables.
    pub schema: &'s Schema,
    /// The table, the caller, the instant.
    pub frame: Frame<'s>,
    /// The request.
    pub request: &'s Request,
    /// Its query string.
    pub query: &'s Query,
    /// The columns to return, and which rows are meant.
    pub node: Node<'s>,
    /// The database.
    pub dialect: Dialect,
    /// The outcome depends on rows that exist.
    pub depends_on_rows: Cell<bool>,
}

/// A row that was written.
pub struct WrittenRow {
    /// Before, unless it is new.
    pub old: Option<Record>,
    /// After, unless it was removed.
    pub new: Option<Record>,
}

impl WrittenRow {
    /// What happened to the row.
    pub fn verb(&self) -> Verb {
        match (&self.old, &self.new) {
            (None, _) => Verb::Insert,
            (_, Some(_)) => Verb::Update,
            (_, None) => Verb::Delete,
        }
    }
}

/// What a verb did.
#[derive(Default)]
pub struct Outcome {
    /// The rows, in order.
    pub written: Vec<WrittenRow>,
    /// The rows as JSON texts, where the caller wants them.
    pub rows: Vec<String>,
}

impl WriteContext<'_> {
    /// True when the caller wants the written rows back.
    pub fn wants_rows(&self) -> bool {
        self.request.prefer.returning == Some(Return::Representation)
    }

    /// The rows the request means that the caller may see and the rule admits.
    pub fn meant(&self, tx: &mut Tx<'_>, rule: &Rule) -> Result<Vec<Record>, Error> {
        let mut node = self.node.clone();
        // Relations shape what is returned, not what is written.
        node.embeds.iter_mut().for_each(|embed| embed.inner = false);
        let mut builder = self.builder();
        let text = builder.select_to_write(&node, &[&self.frame.table.rules.read, rule]);
        let statement = builder.finish(text);
        let rows = tx.query(&statement.text, &statement.parameters)?;
        Ok(rows.iter().map(|row| self.frame.record(row)).collect())
    }
}

/// Refuses an update or delete without a filter.
pub fn refuse_unfiltered(query: &Query, verb: &str) -> Result<(), Error> {
    let filtered = query.filters.iter().any(|(path, _)| path.is_empty());
    if filtered { Ok(()) } else { Err(Error::unfiltered(verb)) }
}
