//! `held_entitlements`: the caller's entitlements, for pages.

use ateneu_base::Entitlement;
use ateneu_data::{Procedure, answer};
use ateneu_schema::rule::anyone;

/// Declares the procedure that returns the caller's present entitlements. It is empty for visitors.
pub(crate) fn procedure() -> Procedure {
    Procedure::reads::<Vec<Entitlement>>("held_entitlements", [], anyone(), |_, call| {
        let held = Entitlement::ALL.iter().filter(|entitlement| call.caller.facts.holds(**entitlement));
        answer(&held.collect::<Vec<_>>())
    })
}
