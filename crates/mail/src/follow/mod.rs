//! Letters that follow from rows. A row whose `notified_at` is empty owes its letters; they are queued and the column is
//! set in one transaction, so a crash leaves either nothing or everything done.

mod community_comments;
mod contacts;
pub(crate) mod newsletter;
mod waitlist;

use ateneu_base::Timestamp;
use ateneu_db::{Row, Tx};

use crate::{Error, Mail, Sender};

/// The tables whose rows owe letters.
pub(crate) const TABLES: [&str; 4] =
    ["community_comments", "contacts", "newsletter_subscriptions", "waitlist_entries"];

/// Rows written to in one transaction.
const BATCH: i64 = 50;

/// What writing letters needs.
struct Desk<'a> {
    mail: &'a Mail,
    sender: &'a Sender,
    now: Timestamp,
}

/// Writes the letters of one table's rows; how many rows there were.
type Write = fn(&Desk<'_>, &mut Tx<'_>) -> Result<usize, ateneu_db::Error>;

/// Queues every letter that is owed. Trouble with one table's rows keeps no other's waiting.
pub(crate) async fn write_letters(mail: &Mail) -> Result<(), Error> {
    let contacts = write_all(mail, contacts::write).await;
    let newsletter = write_all(mail, newsletter::write).await;
    let waitlist = write_all(mail, waitlist::write).await;
    let comments = write_all(mail, community_comments::write).await;
    contacts.and(newsletter).and(waitlist).and(comments)
}

async fn write_all(mail: &Mail, write: Write) -> Result<(), Error> {
    loop {
        let (db, mail) = (mail.0.db.clone(), mail.clone());
        let rows = db
            .write(move |tx| {
                let desk = Desk { mail: &mail, sender: &mail.sender(), now: mail.0.clock.now() };
                write(&desk, tx)
            })
            .await?;
        if rows == 0 {
            return Ok(());
        }
    }
}

/// The oldest rows that owe letters, kept from every other writer until the transaction ends.
fn owing(tx: &mut Tx<'_>, table: &str, columns: &str) -> Result<Vec<Row>, ateneu_db::Error> {
    let sql = format!(
        "SELECT id, {columns} FROM {table} WHERE notified_at IS NULL ORDER BY created_at, id LIMIT {BATCH}{}",
        tx.dialect().for_update()
    );
    tx.query(&sql, &[])
}

/// The row owes nothing more.
fn done(desk: &Desk<'_>, tx: &mut Tx<'_>, table: &str, row: &Row) -> Result<(), ateneu_db::Error> {
    let sql = format!("UPDATE {table} SET notified_at = $2 WHERE id = $1");
    tx.execute(&sql, &[row.get("id").clone(), desk.now.into()]).map(drop)
}

fn text<'r>(row: &'r Row, column: &str) -> &'r str {
    row.text(column).unwrap_or_default()
}

/// The day of an instant, `2026-11-21`: part of the key of what happens at most once a day.
fn day(at: Timestamp) -> String {
    at.to_string().chars().take(10).collect()
}
