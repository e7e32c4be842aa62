//! Plans of the tests and their prices.

use ateneu_base::Entitlement;
use ateneu_membership::{Line, Period, Plan, Terms};
use ateneu_testkit::app::entitlements_of;

/// Monthly prices of the plans.
pub const PRICES: [(Plan, i64); 3] =
    [(Plan::Update, 4_700), (Plan::Scale, 9_700), (Plan::Professional, 19_700)];

/// Yearly prices of the plans that are sold by the year.
pub const YEARLY: [(Plan, i64); 2] = [(Plan::Update, 47_000), (Plan::Scale, 97_000)];

pub const MONTH: Period = Period::Month;

pub const YEAR: Period = Period::Year;

pub fn terms() -> Vec<Terms> {
    let terms = |(plan, amount): (Plan, i64)| Terms {
        plan,
        name: plan.name().into(),
        amount,
        yearly: YEARLY.into_iter().find(|(yearly, _)| *yearly == plan).map(|(_, amount)| amount),
        lines: entitlements_of(plan.name()).iter().map(|entitlement| line(*entitlement)).collect(),
    };
    PRICES.map(terms).into()
}

/// A line in words that no other line has.
fn line(entitlement: Entitlement) -> Line {
    Line { entitlement, text: format!("Texto de {}", entitlement.name()) }
}
