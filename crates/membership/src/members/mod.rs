//! The members as administrators see them: who they are and how each stands, what they bring in, and emails sent again.
//! Reads alone and emails; what changes a membership is in `courtesy`, `ending` and `refund`.

mod charges;
mod detail;
mod income;
mod list;
mod recent;
mod resend;

pub use charges::{Charge, ChargeSearch, ChargeState, ChargesOrder, ChargesPage};
pub use detail::Detail;
pub use income::{Income, MonthFigures};
pub use list::{Change, Member, Order, Page, Search, State};
pub use recent::{RecentChanges, recent_changes, started_since};

use ateneu_base::email;
use ateneu_db::Tx;

use crate::{
    Error, Payments,
    entitlements::{self, AnnouncedWithdrawal},
};

/// Subscriptions that were never paid for, or are not being paid.
const UNPAID: &str = "('incomplete', 'incomplete_expired', 'unpaid', 'paused')";

impl Payments {
    /// The account of that id or address.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchPerson`].
    pub async fn account(&self, id_or_address: &str) -> Result<String, Error> {
        let wanted = email::written(id_or_address);
        let sql =
            "SELECT id FROM users WHERE (id = $1 OR email = $1 OR sso_email = $1) AND deleted_at IS NULL
                   ORDER BY CASE WHEN sso_email = $1 THEN 1 ELSE 0 END LIMIT 1";
        let id = self.db().read(move |tx| tx.query_optional_as(sql, &[wanted.into()])).await?;
        id.ok_or(Error::NoSuchPerson)
    }

    /// Reads or writes what an act leaves in the audit log, in a transaction of its own: where the act reaches the provider,
    /// no transaction can hold both.
    pub async fn audited<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, ateneu_db::Error> + Send + 'static,
    ) -> Result<T, Error> {
        Ok(self.db().write(work).await?)
    }

    /// The announced changes of plans that affect somebody now.
    pub async fn withdrawals(&self) -> Result<Vec<AnnouncedWithdrawal>, Error> {
        let now = self.now();
        Ok(self.db().read(move |tx| entitlements::withdrawals(tx, now)).await?)
    }

    /// Asks the provider for a person's state now. False for people who never paid.
    ///
    /// # Errors
    /// Fails if the provider does not answer; everything stands as it stood.
    pub async fn ask_again(&self, user_id: &str) -> Result<bool, Error> {
        self.sync(user_id).await
    }
}
