//! Emails that follow from rows. A row whose `notified_at` is empty is still owed its emails; they are queued and the
//! column is set in one transaction, so a crash leaves either nothing or everything done.

use std::sync::Arc;

use ateneu_base::{Timestamp, calendar};
use ateneu_db::{Error, Row, Tx};

use crate::{Mail, Message, Sender};

/// Rows handled in one transaction.
const BATCH: i64 = 50;

/// Facts that the writer of an email needs.
pub struct Context<'a> {
    /// Sender of the email.
    pub sender: &'a Sender,
    /// The time.
    pub now: Timestamp,
}

impl Context<'_> {
    /// Today as `2026-11-21`: part of the key of what is sent at most once a day.
    pub fn day(&self) -> String {
        calendar::iso_day(self.now)
    }
}

type Write = dyn Fn(&Context<'_>, &mut Tx<'_>, &Row) -> Result<Vec<Message>, Error> + Send + Sync;
type Cleanup = fn(&mut Tx<'_>, Timestamp) -> Result<(), Error>;

/// The emails that follow from the rows of one table, which has the columns `id`, `created_at` and `notified_at`.
#[derive(Clone)]
pub struct RowEmails {
    pub(crate) table: &'static str,
    columns: &'static str,
    write: Arc<Write>,
    pub(crate) cleanup: Option<Cleanup>,
}

impl RowEmails {
    /// `write` gets each row's `columns` and answers with its emails.
    pub fn new(
        table: &'static str,
        columns: &'static str,
        write: impl Fn(&Context<'_>, &mut Tx<'_>, &Row) -> Result<Vec<Message>, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { table, columns, write: Arc::new(write), cleanup: None }
    }

    /// Runs from time to time, beside the cleanup of the queue.
    #[must_use]
    pub fn cleanup(self, cleanup: Cleanup) -> Self {
        Self { cleanup: Some(cleanup), ..self }
    }

    /// Queues the emails of the oldest rows. Returns the number of rows. The rows are locked until the transaction
    /// ends.
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

/// Queues every email that is owed. A failure at one table does not hold up the others; the first is answered.
pub(crate) async fn queue_all(mail: &Mail) -> Result<(), Error> {
    let mut failed = None;
    for emails in mail.row_emails().iter() {
        if let Err(error) = queue_table(mail, emails).await {
            failed.get_or_insert(error);
        }
    }
    failed.map_or(Ok(()), Err)
}

async fn queue_table(mail: &Mail, emails: &RowEmails) -> Result<(), Error> {
    loop {
        let (db, mail, emails) = (mail.0.db.clone(), mail.clone(), emails.clone());
        if db.write(move |tx| emails.queue(&mail, tx)).await? == 0 {
            return Ok(());
        }
    }
}

/// A column's text, empty where there is none.
pub fn text<'r>(row: &'r Row, column: &str) -> &'r str {
    row.text(column).unwrap_or_default()
}
