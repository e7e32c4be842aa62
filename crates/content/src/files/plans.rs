//! The subscription plans, and the page that compares them.

use ateneu_base::{Entitlement, Interval};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::Question;
use crate::words::{Day, Price, Text, centavos};

/// content/plans.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlansContent {
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Text under the plans, on every page that shows them.
    pub note: Text,
    /// Accepted means of payment. `{formas_de_pagamento}` in an answer stands for them.
    #[serde(default = "usual_methods")]
    #[schemars(length(min = 1))]
    pub payment_methods: Vec<PaymentMethod>,
    /// All four, from the simplest to the most complete.
    #[schemars(extend("unique" = "id"))]
    pub plans: [Plan; 4],
    /// Comparison of the plans.
    pub comparison: PlanComparison,
    /// Entitlements that plans lose, each with its first day. An announced entry may stay here or be removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawals: Vec<Withdrawal>,
    /// The money-back guarantee.
    pub guarantee: Guarantee,
    /// Questions and answers. `{formas_de_pagamento}` in an answer stands for the means of payment, and
    /// `{acesso_aos_cursos}` for the place of this installation's courses.
    #[schemars(length(min = 1))]
    pub questions: Vec<Question>,
    /// Answer to 'Recebo nota fiscal?'. Without it the question is not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoice_answer: Option<Text>,
}

/// A means of payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum PaymentMethod {
    Card,
    Boleto,
    Pix,
}

/// Returns the means of payment without Pix, which needs an invitation of the provider for subscriptions.
fn usual_methods() -> Vec<PaymentMethod> {
    vec![PaymentMethod::Card, PaymentMethod::Boleto]
}

/// The question that `invoice_answer` answers.
pub const INVOICE_QUESTION: &str = "Recebo nota fiscal?";

/// The plans, by the names that payments use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum PlanId {
    Update,
    Scale,
    Professional,
    Enterprise,
}

/// A plan, sold monthly if its price is a number, and yearly if it has a yearly price.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Identifier of the plan.
    pub id: PlanId,
    /// Name of the plan.
    pub name: Text,
    /// Price as shown: 'R$ 47', or 'Sob consulta'.
    pub price: Text,
    /// Text beside a price in figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Text>,
    /// Yearly price: 'R$ 470'. Needs a monthly price in figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yearly: Option<Price>,
    /// Description of the plan's audience.
    pub description: Text,
    /// True for the highlighted plan.
    pub popular: bool,
    /// Badge beside the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub badge: Option<Text>,
    /// Text of its button.
    pub button: Text,
    /// Introduction to the list of features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub includes: Option<Text>,
    /// Features of the plan.
    #[schemars(length(min = 1))]
    pub features: Vec<PlanFeature>,
}

impl Plan {
    /// Returns the monthly price in centavos. Returns `None` if it is not a number.
    pub fn centavos(&self) -> Option<i64> {
        centavos(&self.price)
    }

    /// Returns the yearly price in centavos. Returns `None` if the plan is not sold yearly.
    pub fn yearly_centavos(&self) -> Option<i64> {
        self.centavos()?;
        centavos(self.yearly.as_deref()?)
    }
}

/// A feature of a plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanFeature {
    /// Description of the feature.
    pub text: Text,
    /// Entitlement that the feature stands for. A plan includes those of the plans before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Entitlement>,
    /// True if it is agreed on by a separate contract. Needs a plan without a price in figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<bool>,
    /// True if it does not exist yet. Pages get the computed value instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soon: Option<bool>,
    /// Interval of the deliveries of a recurring benefit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Interval>,
}

/// An entitlement that a plan loses: its members have it until their first renewal on or after a day.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The plan that loses the entitlement.
    pub plan: PlanId,
    /// Entitlement that is lost.
    pub right: Entitlement,
    /// First day of the withdrawal, at least 30 days ahead when it is added.
    pub from: Day,
    /// True if the site informs the members instead of the owner.
    pub tell: bool,
}

/// Comparison of the plans, as a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanComparison {
    /// The heading.
    pub title: Text,
    /// Rows of the table. Pages get another one for each entitlement of a plan that no row names.
    #[schemars(length(min = 1))]
    pub rows: Vec<PlanComparisonRow>,
}

/// A row of the comparison.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanComparisonRow {
    /// Name of the compared feature.
    pub feature: Text,
    /// Entitlements that the row stands for.
    #[serde(default)]
    pub rights: Vec<Entitlement>,
    /// Cells of the row in earlier versions of the file, in place of `rights`. Ignored.
    #[serde(default, skip_serializing)]
    #[schemars(extend("role" = "obsolete"))]
    pub cells: Option<Vec<Text>>,
    /// Mark of earlier versions of the file. Ignored.
    #[serde(default, skip_serializing)]
    #[schemars(extend("role" = "obsolete"))]
    pub soon: Option<bool>,
    /// Inclusion in each plan, in the order of the plans.
    #[serde(default)]
    #[schemars(extend("role" = "computed"))]
    pub plans: [Inclusion; 4],
}

/// Inclusion of a comparison row's entitlements in a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Inclusion {
    /// Included.
    Included,
    /// Delivered each week.
    EachWeek,
    /// Delivered each month.
    EachMonth,
    /// Included, but not available yet.
    Soon,
    /// The plan does not include them.
    #[default]
    No,
}

/// The money-back guarantee.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guarantee {
    /// Duration of the guarantee in days.
    pub days: u32,
    /// The heading.
    pub title: Text,
    /// Scope of the guarantee.
    pub text: Text,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Content;

    #[test]
    fn each_plan_has_a_price_and_the_rights_of_lower_plans() {
        let words = Content::open(None).unwrap().current();
        let plans = &words.plans;
        let prices: Vec<_> = plans.plans.iter().map(Plan::centavos).collect();
        assert_eq!(prices, [Some(4_700), Some(9_700), Some(19_700), None]);
        let [update, scale, professional] =
            [PlanId::Update, PlanId::Scale, PlanId::Professional].map(|id| plans.entitlements(id));
        assert_eq!(update.len(), 6);
        assert!(update.contains(&Entitlement::Community) && !update.contains(&Entitlement::Courses));
        assert_eq!(scale[..6], update[..]);
        assert!(scale.contains(&Entitlement::Courses) && !scale.contains(&Entitlement::Consultancy));
        assert_eq!(professional[..12], scale[..]);
        assert!(professional.contains(&Entitlement::Consultancy));
        for right in &professional {
            assert_eq!(serde_json::to_value(right).unwrap(), right.name());
        }
        let mut once = professional.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), professional.len(), "a right is given once");
    }

    #[test]
    fn withheld_methods_are_hidden_unless_none_would_remain() {
        let content = Content::open(None).unwrap();
        let listed = || content.current().plans.payment_methods.clone();
        assert_eq!(listed(), [PaymentMethod::Card, PaymentMethod::Boleto]);
        content.withhold(&[PaymentMethod::Boleto, PaymentMethod::Pix]);
        assert_eq!(listed(), [PaymentMethod::Card]);
        content.withhold(&[PaymentMethod::Card, PaymentMethod::Boleto]);
        assert_eq!(listed(), [PaymentMethod::Card, PaymentMethod::Boleto]);
        content.withhold(&[]);
        assert_eq!(listed(), [PaymentMethod::Card, PaymentMethod::Boleto]);
    }
}
