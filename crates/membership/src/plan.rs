//! The plans that are sold by a payment page, and for how long. Their words, prices and rights are the owner's.

use ateneu_base::{Entitlement, Interval};
use ateneu_schema::Words;
use serde::Deserialize;
use strum::IntoStaticStr;

/// A plan with a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Words)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PaidPlan {
    Update,
    Scale,
    Professional,
}

/// Time for which one charge pays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Words)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PlanPeriod {
    #[default]
    Month,
    Year,
}

impl PlanPeriod {
    /// Number of months it lasts.
    pub fn months(self) -> u32 {
        match self {
            Self::Month => 1,
            Self::Year => 12,
        }
    }

    /// Returns the words after an amount, as in `R$ 47 por mês`.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Month => "por mês",
            Self::Year => "por ano",
        }
    }
}

/// A means of payment, by the provider's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Method {
    /// Paid at once.
    Card,
    /// Paid days later, or never.
    Boleto,
    /// Paid within minutes, or never.
    Pix,
}

impl Method {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Card, Self::Boleto, Self::Pix];

    /// Returns the provider's name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Offer of a payment page: a plan for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Offer {
    pub plan: PaidPlan,
    pub period: PlanPeriod,
}

impl Offer {
    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        PaidPlan::ALL
            .iter()
            .flat_map(|plan| PlanPeriod::ALL.iter().map(move |period| Self { plan: *plan, period: *period }))
    }

    /// The provider's lookup key of its price: `scale`, `scale_year`.
    pub fn lookup_key(self) -> String {
        match self.period {
            PlanPeriod::Month => self.plan.word().to_owned(),
            PlanPeriod::Year => format!("{}_year", self.plan.word()),
        }
    }

    /// The offer with that lookup key.
    pub fn of_lookup_key(key: &str) -> Option<Self> {
        Self::all().find(|offer| offer.lookup_key() == key)
    }
}

/// Terms of a plan, from the owner's content.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Plan that the terms describe.
    pub plan: PaidPlan,
    /// Displayed name of the plan.
    pub name: String,
    /// The price of a month in centavos.
    pub amount: i64,
    /// The price of a year in centavos. `None` if the plan is sold by the month only.
    pub yearly: Option<i64>,
    /// Entitlements of the plan and of the simpler plans, in the owner's order.
    pub lines: Vec<Line>,
}

/// A line of what a plan includes.
#[derive(Clone, Debug)]
pub struct Line {
    /// Entitlement of the line.
    pub entitlement: Entitlement,
    /// Description in the owner's words.
    pub text: String,
    /// Interval of its deliveries, if it is a recurring benefit.
    pub every: Option<Interval>,
}

impl Line {
    /// Returns the line in a sentence: `Carta premium (toda semana)`, `Consultoria (em breve)`.
    pub(crate) fn worded(&self) -> String {
        match (self.entitlement.backing(), self.every) {
            (None, _) => format!("{} (em breve)", self.text),
            (Some(_), Some(every)) => format!("{} ({})", self.text, every.words()),
            (Some(_), None) => self.text.clone(),
        }
    }
}

impl Terms {
    /// The price in centavos. Returns `None` if the plan is not sold for that period.
    pub fn price(&self, period: PlanPeriod) -> Option<i64> {
        match period {
            PlanPeriod::Month => Some(self.amount),
            PlanPeriod::Year => self.yearly,
        }
    }

    /// Returns the entitlements, a line each. An entitlement that does not exist yet is marked so.
    pub(crate) fn included(&self) -> Vec<String> {
        self.lines.iter().map(Line::worded).collect()
    }

    /// Returns the monthly income of `subscriptions` subscriptions at present prices, in centavos. A year counts as a
    /// twelfth. A year that is no longer sold counts as twelve months.
    pub(crate) fn monthly(&self, period: PlanPeriod, subscriptions: i64) -> i64 {
        match (period, self.yearly) {
            (PlanPeriod::Year, Some(yearly)) => (subscriptions * yearly + 6) / 12,
            _ => subscriptions * self.amount,
        }
    }
}

/// A plan as people read it in a sentence: `Scale`, `Scale anual`.
pub(crate) fn worded(name: &str, period: Option<PlanPeriod>) -> String {
    match period {
        Some(PlanPeriod::Year) => format!("{name} anual"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offer_has_its_own_lookup_key() {
        let keys: Vec<_> = Offer::all().map(Offer::lookup_key).collect();
        assert_eq!(
            keys,
            ["update", "update_year", "scale", "scale_year", "professional", "professional_year"]
        );
        for offer in Offer::all() {
            assert_eq!(Offer::of_lookup_key(&offer.lookup_key()), Some(offer));
        }
        for unknown in ["", "gold", "scale_month", "scale_year_year", "Scale"] {
            assert_eq!(Offer::of_lookup_key(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_year_counts_as_a_twelfth_of_its_price_each_month() {
        let terms = |yearly| Terms {
            plan: PaidPlan::Scale,
            name: "Scale".into(),
            amount: 9_700,
            yearly,
            lines: Vec::new(),
        };
        let sold = terms(Some(97_000));
        assert_eq!([1, 2, 12].map(|count| sold.monthly(PlanPeriod::Year, count)), [8_083, 16_167, 97_000]);
        assert_eq!(sold.monthly(PlanPeriod::Month, 2), 19_400);
        assert_eq!(terms(None).monthly(PlanPeriod::Year, 2), 19_400, "no longer sold by the year");
    }
}
