//! Retention of charges.

use ateneu_base::Period;
use ateneu_jobs::{OldRows, Retention};

/// Retention of receipts, also of erased people: the time in which the tax authority may ask for them.
const RECEIPTS: Retention = Retention {
    job: "remove_old_receipts",
    period: Period::Months(60),
    topics: &["fiscal", "fiscais"],
    rows: Some(OldRows {
        label: "Remover cobranças e recibos antigos",
        table: "payment_invoices",
        key: "id",
        since: "created_at",
        condition: "TRUE",
        removed: "Cobranças removidas",
    }),
};

/// Retention of charges that an erased person never paid, which are no receipts. With the grace period of the erasure it ends
/// within the thirty days of the closed account.
const UNPAID_OF_ERASED: Retention = Retention {
    job: "remove_unpaid_charges",
    period: Period::Days(14),
    topics: &[],
    rows: Some(OldRows {
        label: "Remover cobranças não pagas de contas excluídas",
        table: "payment_invoices",
        key: "id",
        since: "updated_at",
        condition: "user_id IS NULL AND status <> 'paid'",
        removed: "Cobranças removidas",
    }),
};

/// Retentions of this module.
pub(crate) const RETENTIONS: [Retention; 2] = [RECEIPTS, UNPAID_OF_ERASED];
