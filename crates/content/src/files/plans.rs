//! What is sold by subscription: the plans, and the page that presents the community.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, Point};
use crate::words::Text;

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
    /// All four, from the simplest to the most complete.
    #[schemars(extend("unique" = "id"))]
    pub plans: [Plan; 4],
    /// What each plan includes, side by side.
    pub comparison: PlanComparison,
    /// The money-back guarantee.
    pub guarantee: Guarantee,
    /// Questions and answers.
    #[schemars(length(min = 1))]
    pub questions: Vec<PlanQuestion>,
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

/// A plan, sold by the month unless its price is words.
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

/// Something a plan includes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanFeature {
    /// What it is.
    pub text: Text,
    /// True where it does not exist yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soon: Option<bool>,
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

/// A question with its answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanQuestion {
    /// What is asked.
    pub question: Text,
    /// What is answered.
    pub answer: Text,
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
    /// Four cards; the first one carries the drawing.
    pub items: [Point; 4],
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
