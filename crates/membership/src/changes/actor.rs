//! Who asks for something to be done to a subscription, and the trace it leaves.

use ateneu_db::Tx;

/// Written in the transaction that writes an act down: the trace an act of office leaves.
pub type Trace = Box<dyn FnOnce(&mut Tx<'_>) -> Result<(), ateneu_db::Error> + Send>;

/// Who wants something done to a subscription.
pub enum ChangeActor {
    /// The person whose it is, held to the days of the law and of the guarantee.
    Member,
    /// An administrator, whom no day holds.
    Office(Trace),
}

impl ChangeActor {
    pub(crate) fn trace(self, tx: &mut Tx<'_>) -> Result<(), ateneu_db::Error> {
        match self {
            Self::Member => Ok(()),
            Self::Office(trace) => trace(tx),
        }
    }
}
