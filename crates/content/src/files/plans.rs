//! What is sold by subscription: the plans, and the page that presents the community.

use ateneu_base::Entitlement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, Point, Question};
use crate::words::{Day, Price, Text, centavos};

/// content/plans.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlansContent {
    /// True while these are the words the file came with.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// For search engines.
    pub description: Text,
    /// Under the plans, wherever they stand.
    pub note: Text,
    /// How people may pay; `{formas_de_pagamento}` in an answer stands for them.
    #[serde(default = "usual_methods")]
    #[schemars(length(min = 1))]
    pub payment_methods: Vec<PaymentMethod>,
    /// All four, from the simplest to the most complete.
    #[schemars(extend("unique" = "id"))]
    pub plans: [Plan; 4],
    /// What each plan includes, side by side.
    pub comparison: PlanComparison,
    /// What plans lose, each with the day from which. An announced one may stay here or go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawals: Vec<Withdrawal>,
    /// The money-back guarantee.
    pub guarantee: Guarantee,
    /// Questions and answers.
    #[schemars(length(min = 1))]
    pub questions: Vec<Question>,
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

/// Pix is offered only where the owner says so: subscriptions need an invitation of the provider.
fn usual_methods() -> Vec<PaymentMethod> {
    vec![PaymentMethod::Card, PaymentMethod::Boleto]
}

/// The plans there are. Payments know them by these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum PlanId {
    Update,
    Scale,
    Professional,
    Enterprise,
}

/// A plan, sold by the month unless its price is words, and by the year where it has such a price.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Which one.
    pub id: PlanId,
    /// Its name.
    pub name: Text,
    /// As people read it: 'R$ 47', or 'Sob consulta'.
    pub price: Text,
    /// Beside a price in figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Text>,
    /// The price of a year: 'R$ 470'. Only beside a price of the month in figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yearly: Option<Price>,
    /// For whom it is.
    pub description: Text,
    /// The one that stands out.
    pub popular: bool,
    /// The mark beside the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub badge: Option<Text>,
    /// The words of its button.
    pub button: Text,
    /// Opens the list of features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub includes: Option<Text>,
    /// What it includes.
    #[schemars(length(min = 1))]
    pub features: Vec<PlanFeature>,
}

impl PlansContent {
    /// Everything a plan entitles to: its own features and those of the simpler plans before it.
    pub fn entitlements(&self, id: PlanId) -> Vec<Entitlement> {
        let last = self.plans.iter().position(|plan| plan.id == id);
        let up_to_it = self.plans.iter().take(last.map_or(0, |last| last + 1));
        up_to_it.flat_map(|plan| &plan.features).filter_map(|feature| feature.right).collect()
    }
}

impl Plan {
    /// The price of a month in centavos; none where it is words.
    pub fn centavos(&self) -> Option<i64> {
        centavos(&self.price)
    }

    /// The price of a year in centavos; none where the plan is not sold by the year.
    pub fn yearly_centavos(&self) -> Option<i64> {
        self.centavos()?;
        centavos(self.yearly.as_deref()?)
    }
}

/// Something a plan includes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanFeature {
    /// What it is.
    pub text: Text,
    /// The right it stands for. A plan has the rights of the plans before it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Entitlement>,
    /// True where it does not exist yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soon: Option<bool>,
}

/// An entitlement that a plan loses: its members have it until their first renewal from that day on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The plan that loses it.
    pub plan: PlanId,
    /// What it loses.
    pub right: Entitlement,
    /// From which day; at least 30 days ahead when it is first written.
    pub from: Day,
    /// True where the site writes to the members; false where the owner tells them.
    pub tell: bool,
}

/// What each plan includes, side by side.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanComparison {
    /// The heading.
    pub title: Text,
    /// The rows of the table.
    #[schemars(length(min = 1))]
    pub rows: Vec<PlanComparisonRow>,
}

/// A row of the comparison.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanComparisonRow {
    /// What is compared.
    pub feature: Text,
    /// True where it does not exist yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soon: Option<bool>,
    /// One cell for each plan, in their order: 'sim', 'não' or what is written.
    pub cells: [Text; 4],
}

/// The money-back guarantee.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guarantee {
    /// How long it lasts.
    pub days: u32,
    /// The heading.
    pub title: Text,
    /// What it covers.
    pub text: Text,
}

/// content/membership.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipContent {
    /// True while these are the words the file came with.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// For search engines.
    pub description: Text,
    /// The figures of the launch.
    pub figures: MembershipFigures,
    /// What there is inside.
    pub features: MembershipFeatures,
    /// What only members read, hear and see.
    pub exclusive: MembershipExclusive,
    /// The heading of the plans.
    pub plans: Point,
    /// The call at the end.
    pub call: Call,
}

/// The figures of the launch.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipFigures {
    /// Says that they are projected.
    pub note: Text,
    /// All three.
    pub items: [MembershipFigure; 3],
}

/// One figure of the launch.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipFigure {
    /// The number.
    pub value: Text,
    /// The sign behind it, or nothing.
    pub mark: String,
    /// What is counted.
    pub label: Text,
}

/// What there is inside.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipFeatures {
    /// The heading.
    pub title: Text,
    /// Four cards; the first one carries the conversation.
    pub items: [Point; 4],
    /// What a conversation inside looks like. The first card is words alone without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<MembershipPreview>,
}

/// A sample conversation of the community.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipPreview {
    /// The channel it is held in.
    pub channel: Text,
    /// Says that it is a sample.
    pub note: Text,
    /// The post and its answers.
    #[schemars(length(min = 1))]
    pub posts: Vec<PreviewPost>,
}

/// A post of the sample conversation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewPost {
    /// Who writes.
    pub name: Text,
    /// What they do.
    pub role: Text,
    /// What is written.
    pub text: Text,
}

/// What only members read, hear and see.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipExclusive {
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub text: Text,
    /// Four cards.
    pub items: [ExclusiveCard; 4],
}

/// The types of content; each has its drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ExclusiveType {
    Article,
    Video,
    Audio,
    Pdf,
    Link,
}

/// A kind of exclusive content.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExclusiveCard {
    /// Chooses the drawing.
    #[serde(rename = "type")]
    pub kind: ExclusiveType,
    /// The heading.
    pub title: Text,
    /// What it is.
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
}
