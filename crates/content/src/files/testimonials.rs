//! What others say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{Id, Text};

/// content/testimonials.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestimonialsContent {
    /// True while the owner has not yet put real ones in: each then says so.
    pub sample: bool,
    /// The sixteen of the carousel.
    #[schemars(extend("unique" = "id"))]
    pub testimonials: [Testimonial; 16],
}

/// One of the carousel.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Testimonial {
    /// Tells it from the others.
    pub id: Id,
    /// Who speaks.
    pub name: Text,
    /// What that person does.
    pub position: Text,
    /// And where.
    pub company: Text,
    /// The words.
    pub content: Text,
    /// How the two worked together.
    pub relationship: Text,
}

/// The testimonial of a page about one service.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quotation {
    /// Who speaks.
    pub name: Text,
    /// What that person does.
    pub position: Text,
    /// And where.
    pub company: Text,
    /// The words.
    pub content: Text,
    /// How the two worked together.
    pub relationship: Text,
}
