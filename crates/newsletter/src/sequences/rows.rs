//! Rows of sequences.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_schema::TableRow;

use super::words::{Reason, RunState, SequenceName};

/// Number of random bytes of a sequence's key.
const SECRET_BYTES: usize = 24;

/// Switch of a sequence.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("sequences")]
pub(crate) struct Switch {
    #[key]
    pub(crate) name: SequenceName,
    pub(crate) is_on: bool,
    pub(crate) on_since: Option<Timestamp>,
    pub(crate) searched_at: Option<Timestamp>,
    pub(crate) place: Option<String>,
    pub(crate) copied_at: Option<Timestamp>,
    pub(crate) secret: String,
    pub(crate) updated_at: Timestamp,
}

impl Switch {
    /// Reads the switch of a sequence. Returns `None` if it was never on.
    pub(crate) fn find(tx: &mut Tx<'_>, name: SequenceName) -> Result<Option<Self>, Error> {
        tx.row("WHERE name = $1", &[name.into()])
    }

    /// Switches a sequence. Returns `false` if it was so already.
    pub(crate) fn set(
        tx: &mut Tx<'_>,
        name: SequenceName,
        is_on: bool,
        now: Timestamp,
    ) -> Result<bool, Error> {
        tx.insert_new(&Self {
            name,
            is_on: false,
            on_since: None,
            searched_at: None,
            place: None,
            copied_at: None,
            secret: ids::secret(SECRET_BYTES),
            updated_at: now,
        })?;
        let place = tx.place()?;
        let sql = "UPDATE sequences SET is_on = $2, on_since = CASE WHEN $2 THEN $3 ELSE on_since END, updated_at = $3,
                       place = $4, copied_at = NULL
                   WHERE name = $1 AND is_on <> $2";
        Ok(tx.execute(sql, &[name.into(), is_on.into(), now.into(), place.into()])? > 0)
    }

    /// Switches off the sequences of a database that was copied, restored or moved, until the owner decides. Returns the
    /// others that are on.
    pub(crate) fn all_on_here(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Self>, Error> {
        let place = tx.place()?;
        let mut here = Vec::new();
        for switch in tx.rows::<Self>("WHERE is_on", &[])? {
            match &switch.place {
                Some(known) if *known != place => {
                    let off = Self { is_on: false, copied_at: Some(now), updated_at: now, ..switch };
                    tx.update(&off)?;
                }
                _ => here.push(switch),
            }
        }
        Ok(here)
    }
}

/// One person in one sequence.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("sequence_runs")]
pub(crate) struct Run {
    #[key]
    pub(crate) id: String,
    pub(crate) sequence: SequenceName,
    pub(crate) person: String,
    pub(crate) round: i64,
    pub(crate) user_id: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) occasion: String,
    pub(crate) state: RunState,
    pub(crate) step: i64,
    pub(crate) begun_at: Timestamp,
    pub(crate) due_at: Option<Timestamp>,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) reason: Option<Reason>,
}
