//! The contact page and the two legal texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::Fact;
use crate::words::{Day, Id, Text};

/// content/contact.toml. The channels come from site.toml.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactContent {
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Facts beside the heading: place, hours and response time.
    pub facts: Vec<Fact>,
}

/// content/privacy.toml and content/terms.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalContent {
    /// True until a lawyer has reviewed the text.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// Description for search engines, also shown under the title.
    pub description: Text,
    /// Day of the last change, as `2026-11-21`.
    pub updated: Day,
    /// The text.
    #[schemars(length(min = 1), extend("unique" = "id"))]
    pub sections: Vec<LegalSection>,
}

/// A section of a legal text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalSection {
    /// Anchor of the section in the URL.
    pub id: Id,
    /// The heading.
    pub title: Text,
    /// Running text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paragraphs: Option<Vec<Text>>,
    /// A list, after the running text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Text>>,
}
