//! The diagnosis of the learning environment: the members' self-assessment and its recommendations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::Text;

/// The diagnosis.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnosisContent {
    /// Introduction before the first question.
    pub lede: Text,
    /// The five answers, in ascending order.
    pub answers: [Text; 5],
    /// Competences that are measured.
    #[schemars(length(min = 2, max = 12))]
    pub competences: Vec<Competence>,
}

/// One competence, with its questions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Competence {
    /// Id of the competence in stored results. Must never be changed or reused.
    pub id: Text,
    /// Name of the competence.
    pub title: Text,
    /// Description of the competence.
    pub text: Text,
    /// Tags of the courses that are recommended for a low score.
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
