//! The page that presents the community.

use ateneu_base::{Entitlement, Interval};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Call, Point};
use crate::words::Text;

/// content/membership.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipContent {
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// The figures of the launch.
    pub figures: MembershipFigures,
    /// Features of the community.
    pub features: MembershipFeatures,
    /// Content for members only.
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
    /// Note that the figures are projected.
    pub note: Text,
    /// The three figures.
    pub items: [MembershipFigure; 3],
}

/// One figure of the launch.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipFigure {
    /// The number.
    pub value: Text,
    /// The sign after the number, or nothing.
    pub mark: String,
    /// Label of the figure.
    pub label: Text,
}

/// Features of the community.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipFeatures {
    /// The heading.
    pub title: Text,
    /// Four cards. The first one shows the conversation.
    pub items: [MembershipFeature; 4],
    /// Sample conversation of the community. Without one the first card has only text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<MembershipPreview>,
}

/// A feature of the community.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipFeature {
    /// The heading.
    pub title: Text,
    /// Description of the feature.
    pub text: Text,
    /// Entitlement that the card is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Entitlement>,
    /// Plans that sell the entitlement. `None` if the card names no entitlement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("role" = "computed"))]
    pub sold: Option<Sold>,
}

/// Plans that sell an entitlement, and its availability.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sold {
    /// Name of the simplest plan that includes it. `None` if no plan does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Text>,
    /// True if every plan includes it.
    pub everywhere: bool,
    /// True if it does not exist yet.
    pub soon: bool,
    /// Interval of its deliveries, if it is a recurring benefit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Interval>,
}

/// A sample conversation of the community.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipPreview {
    /// Channel of the conversation.
    pub channel: Text,
    /// Note that the conversation is a sample.
    pub note: Text,
    /// The post and its answers.
    #[schemars(length(min = 1))]
    pub posts: Vec<PreviewPost>,
}

/// A post of the sample conversation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewPost {
    /// Name of the author.
    pub name: Text,
    /// Occupation of the author.
    pub role: Text,
    /// Text of the post.
    pub text: Text,
}

/// Content for members only.
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
    /// Drawing of the card.
    #[serde(rename = "type")]
    pub kind: ExclusiveType,
    /// The heading.
    pub title: Text,
    /// Description of the content.
    pub text: Text,
    /// Entitlement that the card is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Entitlement>,
    /// Plans that sell the entitlement. `None` if the card names no entitlement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("role" = "computed"))]
    pub sold: Option<Sold>,
}
