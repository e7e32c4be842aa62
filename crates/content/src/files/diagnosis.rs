//! The diagnosis of the learning environment: what members rate themselves in, and what it recommends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::Text;

/// The diagnosis.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnosisContent {
    /// Introduction before the first question.
    pub lede: Text,
    /// The five answers, from the least to the most.
    pub answers: [Text; 5],
    /// Competences that are measured.
    #[schemars(length(min = 2, max = 12))]
    pub competences: Vec<Competence>,
}

/// One competence, with its questions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Competence {
    /// Names it in stored results: never changed, never used for another.
    pub id: Text,
    /// Name of the competence.
    pub title: Text,
    /// Description of the competence.
    pub text: Text,
    /// Courses with one of these tags are recommended where the score is low.
    #[schemars(length(min = 1))]
    pub tags: Vec<Text>,
    /// Statements that the member agrees or disagrees with.
    #[schemars(length(min = 1, max = 6))]
    pub questions: Vec<DiagnosisQuestion>,
}

/// A statement.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnosisQuestion {
    /// The statement, in the first person.
    pub text: Text,
}
