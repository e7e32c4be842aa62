//! The last message that a reader took. It is stored in the transaction that holds the message's effect, so a message
//! that a crash interrupts is read again, and one that counted is not.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use serde::Deserialize;

/// A message's place in a folder: the folder's generation, and the message's number in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Position {
    /// `UIDVALIDITY`. With another one the folder's numbers begin anew.
    pub validity: i64,
    /// `UID`. 0 stands before the first message.
    pub uid: i64,
}

/// A reader of a mailbox. Each reader sees every message.
#[derive(Clone, Debug)]
pub struct Reader {
    name: &'static str,
    mailbox: String,
}

impl Reader {
    /// Returns the reader of this name over a mailbox ([`super::Imap::name`]).
    pub const fn new(name: &'static str, mailbox: String) -> Self {
        Self { name, mailbox }
    }

    /// Reads the stored position. Returns the beginning if this reader has none in this mailbox.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn position(&self, tx: &mut Tx<'_>) -> Result<Position, Error> {
        let sql = "SELECT validity, uid FROM mail_positions WHERE reader = $1 AND mailbox = $2";
        let values = [self.name.into(), (&self.mailbox).into()];
        Ok(tx.query_optional_as(sql, &values)?.unwrap_or_default())
    }

    /// Moves from one position to another. Returns `false` if another process has moved meanwhile.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn advance(
        &self,
        tx: &mut Tx<'_>,
        (from, to): (Position, Position),
        now: Timestamp,
    ) -> Result<bool, Error> {
        tx.lock("mail_positions")?;
        if self.position(tx)? != from {
            return Ok(false);
        }
        let sql = "INSERT INTO mail_positions (reader, mailbox, validity, uid, updated_at)
                   VALUES ($1, $2, $3, $4, $5)
                   ON CONFLICT (reader) DO UPDATE SET mailbox = excluded.mailbox, validity = excluded.validity,
                       uid = excluded.uid, updated_at = excluded.updated_at";
        let values =
            [self.name.into(), (&self.mailbox).into(), to.validity.into(), to.uid.into(), now.into()];
        tx.execute(sql, &values)?;
        Ok(true)
    }
}
