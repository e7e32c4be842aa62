//! Plans of the tests and their prices.

use ateneu_base::{Entitlement, Interval};
use ateneu_membership::{Line, PaidPlan, PlanPeriod, Terms};
use ateneu_schema::Words;
use ateneu_testkit::app::entitlements_of;

/// Monthly prices of the plans.
pub const PRICES: [(PaidPlan, i64); 3] =
    [(PaidPlan::Update, 4_700), (PaidPlan::Scale, 9_700), (PaidPlan::Professional, 19_700)];

/// Yearly prices of the plans that are sold by the year.
pub const YEARLY: [(PaidPlan, i64); 2] = [(PaidPlan::Update, 47_000), (PaidPlan::Scale, 97_000)];

pub const MONTH: PlanPeriod = PlanPeriod::Month;

pub const YEAR: PlanPeriod = PlanPeriod::Year;

pub fn terms() -> Vec<Terms> {
    let terms = |(plan, amount): (PaidPlan, i64)| Terms {
        plan,
        name: plan.word().into(),
        amount,
        yearly: YEARLY.into_iter().find(|(yearly, _)| *yearly == plan).map(|(_, amount)| amount),
        lines: entitlements_of(plan.word()).iter().map(|entitlement| line(*entitlement)).collect(),
    };
    PRICES.map(terms).into()
}

/// A line in words that no other line has.
fn line(entitlement: Entitlement) -> Line {
    let every = (entitlement == Entitlement::PremiumNewsletter).then_some(Interval::Week);
    Line { entitlement, text: format!("Texto de {}", entitlement.name()), every }
}
