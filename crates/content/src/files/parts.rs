//! Parts of several files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::Text;

/// A question with its answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub question: Text,
    /// The answer.
    pub answer: Text,
}

/// A short heading and its text: 'Onde', 'Rio de Janeiro'.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Subject of the fact.
    pub term: Text,
    /// Statement about the subject.
    pub text: Text,
}

/// A heading with a sentence under it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The heading.
    pub title: Text,
    /// The sentence.
    pub text: Text,
}

/// A call at the end of a page, with one button.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The heading.
    pub title: Text,
    /// A few sentences.
    pub text: Text,
    /// Text of the button.
    pub button: Text,
}
