//! The plans that are sold by a payment page, and for how long. Their words, prices and rights are the owner's.

use ateneu_base::Entitlement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// A plan with a price.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Deserialize,
    EnumString,
    IntoStaticStr,
    JsonSchema,
    Serialize,
    VariantNames,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PaidPlan")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Plan {
    Update,
    Scale,
    Professional,
}

impl Plan {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Update, Self::Scale, Self::Professional];

    /// Returns the name in rows and URLs.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Time for which one charge pays for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, EnumString, JsonSchema, Serialize,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PlanPeriod")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Period {
    #[default]
    Month,
    Year,
}

impl Period {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Month, Self::Year];

    /// The names, as rows and the provider's intervals have them.
    pub const NAMES: [&str; 2] = ["month", "year"];

    /// Returns the name in rows and in the provider's intervals.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

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
    pub plan: Plan,
    pub period: Period,
}

impl Offer {
    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Plan::ALL.into_iter().flat_map(|plan| Period::ALL.map(|period| Self { plan, period }))
    }

    /// The provider's lookup key of its price: `scale`, `scale_year`.
    pub fn lookup_key(self) -> String {
        match self.period {
            Period::Month => self.plan.name().to_owned(),
            Period::Year => format!("{}_year", self.plan.name()),
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
    pub plan: Plan,
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
}

impl Line {
    /// The line in a sentence: `Carta premium (em breve)`.
    pub(crate) fn worded(&self) -> String {
        match self.entitlement.backing() {
            Some(_) => self.text.clone(),
            None => format!("{} (em breve)", self.text),
        }
    }
}

impl Terms {
    /// The price in centavos. Returns `None` if the plan is not sold for that period.
    pub fn price(&self, period: Period) -> Option<i64> {
        match period {
            Period::Month => Some(self.amount),
            Period::Year => self.yearly,
        }
    }

    /// Returns the entitlements, a line each. An entitlement that does not exist yet is marked so.
    pub(crate) fn included(&self) -> Vec<String> {
        self.lines.iter().map(Line::worded).collect()
    }

    /// Returns the monthly income of so many subscriptions at present prices, in centavos. A year counts as a
    /// twelfth. A year that is no longer sold counts as twelve months.
    pub(crate) fn monthly(&self, period: Period, subscriptions: i64) -> i64 {
        match (period, self.yearly) {
            (Period::Year, Some(yearly)) => (subscriptions * yearly + 6) / 12,
            _ => subscriptions * self.amount,
        }
    }
}

/// A plan as people read it in a sentence: `Scale`, `Scale anual`.
pub(crate) fn worded(name: &str, period: Option<Period>) -> String {
    match period {
        Some(Period::Year) => format!("{name} anual"),
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
            plan: Plan::Scale,
            name: "Scale".into(),
            amount: 9_700,
            yearly,
            lines: Vec::new(),
        };
        let sold = terms(Some(97_000));
        assert_eq!([1, 2, 12].map(|count| sold.monthly(Period::Year, count)), [8_083, 16_167, 97_000]);
        assert_eq!(sold.monthly(Period::Month, 2), 19_400);
        assert_eq!(terms(None).monthly(Period::Year, 2), 19_400, "no longer sold by the year");
    }
}
