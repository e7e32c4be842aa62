//! The members as administrators see them: who they are and how each stands, what they bring in, and emails sent again.
//! Reads alone and emails; what changes a membership is in `changes`.

mod charges;
mod detail;
mod income;
mod list;
mod recent;
mod resend;

pub use charges::{Charge, ChargeState, ChargesOrder, ChargesPage, ListCharges, list_charges};
pub use detail::{Detail, read_member};
pub use income::{Income, MonthFigures, read_income};
pub use list::{Change, ListMembers, Member, MemberState, Order, Page, list_members};
pub use recent::{RecentChanges, recent_changes, started_since};
pub use resend::{resend_receipt, send_membership_link};

use ateneu_base::email;

use crate::{
    Error, Payments,
    entitlements::{self, AnnouncedWithdrawal},
    refused::Refused,
};

/// The account of that id or address.
///
/// # Errors
/// Returns `Refused::PersonNotFound`.
pub async fn find_account(payments: &Payments, id_or_address: &str) -> Result<String, Error> {
    let wanted = email::written(id_or_address);
    let sql = "SELECT id FROM users WHERE (id = $1 OR email = $1 OR sso_email = $1) AND deleted_at IS NULL
               ORDER BY CASE WHEN sso_email = $1 THEN 1 ELSE 0 END LIMIT 1";
    let id = payments.db().read(move |tx| tx.query_optional_as(sql, &[wanted.into()])).await?;
    id.ok_or(Refused::PersonNotFound.into())
}

/// The announced changes of plans that affect somebody now.
pub async fn announced_withdrawals(payments: &Payments) -> Result<Vec<AnnouncedWithdrawal>, Error> {
    let now = payments.now();
    Ok(payments.db().read(move |tx| entitlements::withdrawals(tx, now)).await?)
}
