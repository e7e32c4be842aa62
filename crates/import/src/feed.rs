//! Rows of one table of the project, on their way to a table here.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_data::imported_row;

use crate::{
    Error,
    merge::{Incoming, Target, digest_of},
    report::{Fate, Report},
    source::Source,
    writer::Writer,
};

/// Texts of a row's columns, `None` for NULL.
pub(crate) type Texts = Vec<(&'static str, Option<String>)>;

/// A row of the project with its selected columns.
pub(crate) struct Cells<'a> {
    names: &'a [String],
    texts: &'a [Option<String>],
}

impl<'a> Cells<'a> {
    pub(crate) fn new(names: &'a [String], texts: &'a [Option<String>]) -> Self {
        Self { names, texts }
    }

    /// Returns the text of a selected column. Returns `None` if it is NULL.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        let place = self.names.iter().position(|known| known == name)?;
        self.texts.get(place)?.as_deref()
    }

    /// Returns the text as [`Cells::get`] does, by value.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }

    /// Returns `true` if the column is true.
    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }
}

/// A row in the columns of the table here.
#[derive(Default)]
pub(crate) struct Converted {
    /// Texts of the columns.
    pub(crate) texts: Texts,
    /// Reason why it cannot be stored.
    pub(crate) refused: Option<String>,
    /// Parts of it that have no place here, each with `true` if it is a loss.
    pub(crate) left_out: Vec<(&'static str, bool)>,
    /// Number of addresses of files that were written anew.
    pub(crate) addresses: u64,
}

/// Converts a row.
pub(crate) type Convert = Box<dyn Fn(&Cells<'_>) -> Converted + Send + Sync>;

/// Reads, converts and merges the rows of one table.
pub(crate) struct Feed {
    /// Name of the table in the project.
    pub(crate) name: String,
    /// The table here.
    pub(crate) target: Target,
    /// Selected columns: name and expression.
    pub(crate) columns: Vec<(String, String)>,
    /// SQL after `FROM`.
    pub(crate) from: String,
    /// Converts a row.
    pub(crate) convert: Convert,
    /// Columns of the project that have no place here.
    pub(crate) unknown_columns: Vec<String>,
}

/// Rows that wait for another row, by their key, with the reason.
pub(crate) type Waiting = BTreeMap<String, String>;

impl Feed {
    /// Returns the statement that reads the rows.
    pub(crate) fn select(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|(_, expression)| expression.as_str()).collect();
        format!("SELECT {} FROM {}", columns.join(", "), self.from)
    }

    /// Imports the rows or, of an earlier round, only those that waited. Returns the rows that wait for others.
    pub(crate) async fn run(
        &self,
        source: &Source,
        writer: &Writer,
        report: &mut Report,
        (place, round, size): (usize, Option<&Waiting>, usize),
    ) -> Result<Waiting, Error> {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let mut waiting = Waiting::new();
        source.begin_rows(&self.select()).await?;
        loop {
            let page = source.page(size).await?;
            if page.is_empty() {
                return Ok(waiting);
            }
            let mut incoming = Vec::with_capacity(page.len());
            for texts in &page {
                let converted = (self.convert)(&Cells::new(&names, texts));
                let row = self.incoming(&converted, digest_of(texts));
                match round {
                    Some(waited) if !waited.contains_key(&row.key) => continue,
                    Some(_) => {}
                    None => {
                        report.tables[place].source += 1;
                        report.addresses += converted.addresses;
                        for (what, is_loss) in converted.left_out {
                            report.leave_out(what, &row.key, is_loss)?;
                        }
                    }
                }
                incoming.push(row);
            }
            if incoming.is_empty() {
                continue;
            }
            let target = self.target.clone();
            for (key, fate) in writer.run(move |tx| target.merge(tx, incoming)).await? {
                report.count(place, &key, &fate)?;
                if let Fate::Waiting(reason) = fate {
                    waiting.insert(key, reason);
                }
            }
        }
    }

    /// Makes the row of the table here.
    pub(crate) fn incoming(&self, converted: &Converted, digest: String) -> Incoming {
        let table = &self.target.table;
        let parts: Vec<&str> = table
            .primary_key
            .iter()
            .map(|key| {
                let text = converted.texts.iter().find(|(name, _)| name == key);
                text.and_then(|(_, text)| text.as_deref()).unwrap_or("?")
            })
            .collect();
        let row = match &converted.refused {
            Some(reason) => Err(reason.clone()),
            None => imported_row(table, &converted.texts, self.target.now).map_err(|error| error.to_string()),
        };
        Incoming { key: parts.join(" "), digest, row, sha256: None }
    }
}

/// Returns the columns of a table in the project that a feed does not read.
pub(crate) fn unknown_columns(source: &Source, table: &str, known: &BTreeSet<&str>) -> Vec<String> {
    let columns = source.columns(table).iter().map(|(name, _)| name);
    columns.filter(|name| !known.contains(name.as_str())).cloned().collect()
}
