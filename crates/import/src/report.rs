//! The report of an import: counts for each table side by side, and the reasons why something stayed out.

use std::{
    collections::BTreeMap,
    fmt,
    fs::OpenOptions,
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use serde_json::json;

/// Number of keys that the printed report names for each reason. The report's file has all.
const NAMED: usize = 5;

/// Outcome of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// New here.
    Added,
    /// Changed in the project, and followed here.
    Changed,
    /// Here already.
    Same,
    /// The row here differs and stays as it is.
    Kept(&'static str),
    /// Refused, for this reason.
    Skipped(String),
    /// A row that it names is not here yet.
    Waiting(String),
}

/// Rows with the same reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// Number of rows.
    pub rows: u64,
    /// Keys of the first of them.
    pub keys: Vec<String>,
}

/// Counts of the rows of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableReport {
    /// Name in the project, with its schema.
    pub name: String,
    /// Rows in the project.
    pub source: u64,
    /// Rows that are new here.
    pub added: u64,
    /// Rows that followed a change in the project.
    pub changed: u64,
    /// Rows that were here already.
    pub same: u64,
    /// Rows that differ here and stayed as they are.
    pub kept: u64,
    /// Rows that are not here.
    pub skipped: u64,
    /// Rows of the table here, at the end.
    pub here: u64,
    /// Reasons of the kept and the skipped rows.
    pub reasons: BTreeMap<String, Reason>,
    /// Columns of the project that have no place here.
    pub unknown_columns: Vec<String>,
}

/// A part of the project that has no place here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Description.
    pub what: String,
    /// Number of such things.
    pub count: u64,
    /// Keys of the first of them.
    pub keys: Vec<String>,
    /// True if people lose something by it.
    pub is_loss: bool,
}

/// The report.
#[derive(Default)]
pub struct Report {
    /// False for a trial, which changed nothing.
    pub is_applied: bool,
    /// The tables, in the order of their import.
    pub tables: Vec<TableReport>,
    /// Other things that stayed out.
    pub left_out: Vec<LeftOut>,
    /// Number of addresses of files that were written anew, from the project's to this installation's.
    pub addresses: u64,
    /// Bytes of the files that were copied.
    pub bytes: u64,
    log: Option<BufWriter<std::fs::File>>,
}

impl Report {
    /// Opens a report. Its file, which only its owner may read, gets a line for each thing that stayed out.
    pub(crate) fn open(is_applied: bool, file: Option<&Path>) -> io::Result<Self> {
        let open = |path| OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
        let log = file.map(open).transpose()?.map(BufWriter::new);
        Ok(Self { is_applied, log, ..Self::default() })
    }

    /// Returns `true` if every row, file and factor of the project is here.
    pub fn is_complete(&self) -> bool {
        self.tables.iter().all(|table| table.skipped == 0) && !self.left_out.iter().any(|out| out.is_loss)
    }

    /// Returns the table of that name.
    pub fn table(&self, name: &str) -> Option<&TableReport> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Begins a table. Returns its place.
    pub(crate) fn begin_table(&mut self, name: &str) -> usize {
        self.tables.push(TableReport { name: name.to_owned(), ..TableReport::default() });
        self.tables.len() - 1
    }

    /// Counts a row. One that waits is not counted.
    pub(crate) fn count(&mut self, place: usize, key: &str, fate: &Fate) -> io::Result<()> {
        let table = &mut self.tables[place];
        let (kind, reason) = match fate {
            Fate::Added | Fate::Changed | Fate::Same | Fate::Waiting(_) => {
                match fate {
                    Fate::Added => table.added += 1,
                    Fate::Changed => table.changed += 1,
                    Fate::Same => table.same += 1,
                    _ => {}
                }
                return Ok(());
            }
            Fate::Kept(reason) => {
                table.kept += 1;
                ("kept", (*reason).to_owned())
            }
            Fate::Skipped(reason) => {
                table.skipped += 1;
                ("skipped", reason.clone())
            }
        };
        let named = table.reasons.entry(format!("{kind}: {reason}")).or_default();
        named.rows += 1;
        if named.keys.len() < NAMED {
            named.keys.push(key.to_owned());
        }
        let line = json!({ "table": table.name, "key": key, "result": kind, "reason": reason });
        self.write_line(&line)
    }

    /// Adds a part of one row that has no place here.
    pub(crate) fn leave_out(&mut self, what: &str, key: &str, is_loss: bool) -> io::Result<()> {
        let place = self.left_out.iter().position(|out| out.what == what).unwrap_or_else(|| {
            let out = LeftOut { what: what.to_owned(), count: 0, keys: Vec::new(), is_loss };
            self.left_out.push(out);
            self.left_out.len() - 1
        });
        let out = &mut self.left_out[place];
        out.count += 1;
        if out.keys.len() < NAMED {
            out.keys.push(key.to_owned());
        }
        self.write_line(&json!({ "left_out": what, "key": key }))
    }

    /// Adds a number of things that have no place here, if there are any.
    pub(crate) fn leave_out_many(&mut self, what: &str, count: u64, is_loss: bool) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        self.left_out.push(LeftOut { what: what.to_owned(), count, keys: Vec::new(), is_loss });
        self.write_line(&json!({ "left_out": what, "count": count }))
    }

    fn write_line(&mut self, line: &serde_json::Value) -> io::Result<()> {
        self.log.as_mut().map_or(Ok(()), |log| writeln!(log, "{line}"))
    }

    /// Completes the report's file with the counts.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        for table in &self.tables {
            let TableReport { name, source, added, changed, same, kept, skipped, here, .. } = table;
            let line = json!({ "table": name, "source": source, "added": added, "changed": changed, "same": same,
                "kept": kept, "skipped": skipped, "here": here, "unknown_columns": table.unknown_columns });
            if let Some(log) = &mut self.log {
                writeln!(log, "{line}")?;
            }
        }
        self.log.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.tables.iter().map(|table| table.name.len()).max().unwrap_or_default().max(5);
        writeln!(
            f,
            "{:width$} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "table", "there", "added", "changed", "same", "kept", "skipped", "here"
        )?;
        for table in &self.tables {
            let TableReport { name, source, added, changed, same, kept, skipped, here, .. } = table;
            writeln!(
                f,
                "{name:width$} {source:>9} {added:>9} {changed:>9} {same:>9} {kept:>9} {skipped:>9} {here:>9}"
            )?;
        }
        for table in &self.tables {
            for (reason, Reason { rows, keys }) in &table.reasons {
                writeln!(f, "{}: {rows} {reason} ({})", table.name, list(keys, *rows))?;
            }
            if !table.unknown_columns.is_empty() {
                writeln!(
                    f,
                    "{}: columns without a place here: {}",
                    table.name,
                    table.unknown_columns.join(", ")
                )?;
            }
        }
        for LeftOut { what, count, keys, .. } in &self.left_out {
            match keys.is_empty() {
                true => writeln!(f, "left out: {count} {what}")?,
                false => writeln!(f, "left out: {count} {what} ({})", list(keys, *count))?,
            }
        }
        writeln!(
            f,
            "{} addresses of files lead here now; {} bytes of files copied",
            self.addresses, self.bytes
        )?;
        match self.is_applied {
            true => writeln!(f, "imported"),
            false => writeln!(f, "this was a trial, nothing was changed: --apply imports"),
        }
    }
}

/// Returns the first keys of a number of rows.
fn list(keys: &[String], rows: u64) -> String {
    let more = rows.saturating_sub(keys.len() as u64);
    match more {
        0 => keys.join(", "),
        _ => format!("{}, and {more} more", keys.join(", ")),
    }
}
