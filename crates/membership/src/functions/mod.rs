//! The server functions of members on their own membership, and of the panel's pages of members and income. Each
//! administrative action is recorded in the audit log with the state before.

mod audit;
mod courtesies;
mod emails;
mod files;
mod find;
mod own;
mod request;
mod subscriptions;
mod vip_group;

use ateneu_functions::Function;

use crate::{Payments, refused::Refused};

/// Returns the server functions of this module.
pub fn functions() -> Vec<Function<Payments>> {
    let groups = [
        own::functions(),
        find::functions(),
        courtesies::functions(),
        subscriptions::functions(),
        emails::functions(),
        files::functions(),
        vip_group::functions(),
    ];
    groups.into_iter().flatten().collect()
}

/// Returns the server functions over optional payments: without them each call is refused.
pub(crate) fn functions_where_sold() -> Vec<Function<Option<Payments>>> {
    let adapt = |function: Function<Payments>| {
        function.adapt(|payments: &Option<Payments>| {
            payments.clone().ok_or_else(|| Refused::PaymentsUnavailable.into())
        })
    };
    functions().into_iter().map(adapt).collect()
}
