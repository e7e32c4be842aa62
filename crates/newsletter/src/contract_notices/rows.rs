//! Rows of notices.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_schema::TableRow;

use super::words::{ContractAudience, ContractNoticeKind, ContractNoticeState};

/// A notice.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("contract_notices")]
pub(crate) struct ContractNotice {
    #[key]
    pub(crate) id: String,
    pub(crate) kind: ContractNoticeKind,
    pub(crate) audience: ContractAudience,
    pub(crate) plans: Vec<String>,
    pub(crate) effective_on: String,
    pub(crate) subject: String,
    pub(crate) body: String,
    pub(crate) state: ContractNoticeState,
    pub(crate) recipients: i64,
    pub(crate) sent: i64,
    pub(crate) failed: i64,
    pub(crate) place: String,
    pub(crate) created_at: Timestamp,
    pub(crate) finished_at: Option<Timestamp>,
}

impl ContractNotice {
    /// Reads a notice, which stays locked until the transaction ends.
    pub(crate) fn lock(tx: &mut Tx<'_>, id: &str) -> Result<Option<Self>, Error> {
        let rest = format!("WHERE id = $1{}", tx.dialect().for_update());
        tx.row(&rest, &[id.into()])
    }
}
