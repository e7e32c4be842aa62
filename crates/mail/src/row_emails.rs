//! Emails that follow from rows. A row with an empty `notified_at` needs its emails. They are queued and the column is
//! set in one transaction, so a crash leaves all or none.

use std::sync::Arc;

use ateneu_base::{Timestamp, calendar};
use ateneu_db::{Error, Row, Tx};

use crate::{Mail, Message, Sender};

/// Number of rows handled in one transaction.
const BATCH: i64 = 50;

/// Context of the writer of an email.
pub struct Context<'a> {
    /// Sender of the email.
    pub sender: &'a Sender,
    /// The time.
    pub now: Timestamp,
}

impl Context<'_> {
    /// Returns today as `2026-11-21`: part of the key of daily emails.
    pub fn day(&self) -> String {
        calendar::iso_day(self.now)
    }
}

type Write = dyn Fn(&Context<'_>, &mut Tx<'_>, &Row) -> Result<Vec<Message>, Error> + Send + Sync;
type Cleanup = fn(&mut Tx<'_>, Timestamp) -> Result<(), Error>;

/// Emails that follow from the rows of one table, which has the columns `id`, `created_at` and `notified_at`.
#[derive(Clone)]
pub struct RowEmails {
    pub(crate) table: &'static str,
    columns: &'static str,
    write: Arc<Write>,
    pub(crate) cleanup: Option<Cleanup>,
}

impl RowEmails {
    /// Creates the emails of a table. `write` receives each row's `columns` and returns its emails.
    pub fn new(
        table: &'static str,
        columns: &'static str,
        write: impl Fn(&Context<'_>, &mut Tx<'_>, &Row) -> Result<Vec<Message>, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { table, columns, write: Arc::new(write), cleanup: None }
    }

    /// Adds work that runs with the cleanup of the queue.
    #[must_use]
    pub fn cleanup(self, cleanup: Cleanup) -> Self {
        Self { cleanup: Some(cleanup), ..self }
    }

    /// Queues the emails of the oldest rows, which stay locked until the transaction ends. Returns the number of rows.
    fn queue(&self, mail: &Mail, tx: &mut Tx<'_>) -> Result<usize, Error> {
        let context = Context { sender: &mail.sender(), now: mail.0.clock.now() };
        let (table, columns) = (self.table, self.columns);
        let sql = format!(
            "SELECT id, {columns} FROM {table} WHERE notified_at IS NULL ORDER BY created_at, id LIMIT {BATCH}{}",
            tx.dialect().for_update()
        );
        let rows = tx.query(&sql, &[])?;
        for row in &rows {
            for message in (self.write)(&context, tx, row)? {
                mail.queue(tx, &message)?;
            }
            let done = format!("UPDATE {table} SET notified_at = $2 WHERE id = $1");
            tx.write(&done, &[row.get("id").clone(), context.now.into()])?;
        }
        Ok(rows.len())
    }
}

/// Queues all emails of rows. A failure in one table does not stop the others. Returns the first error.
pub(crate) async fn queue_all(mail: &Mail) -> Result<(), Error> {
    let mut failed = None;
    for emails in mail.row_emails().iter() {
        if let Err(error) = queue_table(mail, emails).await {
            failed.get_or_insert(error);
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Returns the number of rows whose emails are not queued.
pub(crate) fn count(mail: &Mail, tx: &mut Tx<'_>) -> Result<i64, Error> {
    let mut total = 0;
    for RowEmails { table, .. } in mail.row_emails().iter() {
        let sql = format!("SELECT count(*) FROM {table} WHERE notified_at IS NULL");
        let waiting: i64 = tx.query_one_as(&sql, &[])?;
        total += waiting;
    }
    Ok(total)
}

async fn queue_table(mail: &Mail, emails: &RowEmails) -> Result<(), Error> {
    loop {
        let (db, mail, emails) = (mail.0.db.clone(), mail.clone(), emails.clone());
        if db.write(move |tx| emails.queue(&mail, tx)).await? == 0 {
            return Ok(());
        }
    }
}

/// Returns a column's text, empty if NULL.
pub fn text<'r>(row: &'r Row, column: &str) -> &'r str {
    row.text(column).unwrap_or_default()
}

/// Returns a column's text. Returns `None` if it is NULL or blank.
pub fn filled(row: &Row, column: &str) -> Option<String> {
    row.text(column).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}
