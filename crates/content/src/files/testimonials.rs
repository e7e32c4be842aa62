//! Testimonials.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{Id, Text};

/// content/testimonials.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestimonialsContent {
    /// True while the testimonials are samples, which each then says.
    pub sample: bool,
    /// The sixteen testimonials of the carousel.
    #[schemars(extend("unique" = "id"))]
    pub testimonials: [Testimonial; 16],
}

/// A testimonial of the carousel.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Testimonial {
    /// Unique id of the testimonial.
    pub id: Id,
    /// Name of the author.
    pub name: Text,
    /// Position of the author.
    pub position: Text,
    /// Company of the author.
    pub company: Text,
    /// Text of the testimonial.
    pub content: Text,
    /// Working relationship between the author and the owner.
    pub relationship: Text,
}

/// The testimonial of a page about one service.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quotation {
    /// Name of the author.
    pub name: Text,
    /// Position of the author.
    pub position: Text,
    /// Company of the author.
    pub company: Text,
    /// Text of the testimonial.
    pub content: Text,
    /// Working relationship between the author and the owner.
    pub relationship: Text,
}
