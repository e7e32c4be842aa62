//! The four ways of working together: the page that compares them, and the pages of three of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Fact, Question, Quotation};
use crate::words::Text;

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
    /// The words of the button.
    pub button: Text,
}

/// A heading over points.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// The heading.
    pub title: Text,
    /// The points. Six fill the page's rows evenly.
    pub items: [Point; 6],
}

/// A heading over a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// The heading.
    pub title: Text,
    /// The list.
    #[schemars(length(min = 1))]
    pub items: Vec<Text>,
}

/// A step of a method, and when it happens.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The step.
    pub title: Text,
    /// What happens.
    pub text: Text,
    /// And when.
    pub when: Text,
}

/// The four ways of working together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Offering {
    Mentoring,
    Coaching,
    Software,
    Community,
}

/// content/solutions.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolutionsContent {
    /// True while these are the words the file came with.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// All four, in the order of the page.
    #[schemars(extend("unique" = "page"))]
    pub offers: [Offer; 4],
    /// Which of them serves which situation.
    pub guide: OfferingGuide,
}

/// One of the four, in short.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Which one.
    pub page: Offering,
    /// Its name.
    pub title: Text,
    /// What it is.
    pub text: Text,
    /// How it is held.
    pub format: Text,
    /// The words of its link.
    pub link: Text,
}

/// Which way of working serves which situation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferingGuide {
    /// The heading.
    pub title: Text,
    /// The situations.
    #[schemars(length(min = 1))]
    pub situations: Vec<Situation>,
}

/// A situation, and the way of working that serves it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The situation.
    pub text: Text,
    /// What serves it.
    pub page: Offering,
}

/// content/mentoring.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MentoringContent {
    /// True while these are the words the file came with.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// For search engines.
    pub description: Text,
    /// How it is held.
    pub format: Vec<Fact>,
    /// What changes.
    pub benefits: Points,
    /// How it goes.
    pub method: MentoringMethod,
    /// For whom it is.
    pub profile: MentoringProfile,
    /// What may be expected.
    pub results: Texts,
    /// What a client says.
    pub testimonial: Quotation,
    /// What buyers ask, and the answers. The page has no such part without them.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// The call at the end.
    pub call: Call,
}

/// The four steps of mentoring.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MentoringMethod {
    /// The heading.
    pub title: Text,
    /// Diagnosis, planning, guided execution, measured results.
    pub steps: [Step; 4],
}

/// For whom mentoring is, and for whom not.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MentoringProfile {
    /// The heading.
    pub title: Text,
    /// For whom it is.
    #[schemars(length(min = 1))]
    pub items: Vec<Text>,
    /// For whom it is not.
    pub not_for: Text,
}

/// content/coaching.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoachingContent {
    /// True while these are the words the file came with.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// For search engines.
    pub description: Text,
    /// How it is held, and what it costs. The page has no such part without it.
    #[serde(default)]
    pub format: Vec<Fact>,
    /// The areas of development.
    pub areas: Points,
    /// How it goes.
    pub method: CoachingMethod,
    /// For whom it is.
    pub audience: Texts,
    /// What the team notices.
    pub results: Changes,
    /// What a client says.
    pub testimonial: Quotation,
    /// What buyers ask, and the answers. The page has no such part without them.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// The call at the end.
    pub call: CoachingCall,
}

/// The four steps of coaching.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoachingMethod {
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub text: Text,
    /// Assessment, plan, sessions, practice.
    pub steps: [Step; 4],
}

/// A heading over changes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// The heading.
    pub title: Text,
    /// The changes.
    #[schemars(length(min = 1))]
    pub items: Vec<Change>,
}

/// How something was, and how it becomes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// How it was.
    pub before: Text,
    /// How it becomes.
    pub after: Text,
}

/// The call at the end of the page about coaching.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoachingCall {
    /// Number of minutes, as a large numeral.
    pub value: Text,
    /// The heading.
    pub title: Text,
    /// A few sentences.
    pub text: Text,
    /// The words of the button.
    pub button: Text,
}

/// The drawings a module of the software may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ModuleScreen {
    Finance,
    Sales,
    Operations,
    People,
}

/// content/software.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftwareContent {
    /// True while these are the words the file came with.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// For search engines.
    pub description: Text,
    /// The words of the button that opens the chat.
    pub button: Text,
    /// What that button does.
    pub note: Text,
    /// What it consists of.
    pub modules: SoftwareModules,
    /// What it does for its users.
    pub benefits: Points,
    /// For whom it is.
    pub audience: Figure,
    /// What may be expected.
    pub results: Figure,
    /// What a user says.
    pub testimonial: Quotation,
    /// The waitlist.
    pub waitlist: Point,
}

/// A heading over the modules.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftwareModules {
    /// The heading.
    pub title: Text,
    /// All four.
    #[schemars(extend("unique" = "screen"))]
    pub items: [SoftwareModule; 4],
}

/// A module of the software.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftwareModule {
    /// Its drawing.
    pub screen: ModuleScreen,
    /// Its name.
    pub title: Text,
    /// What it does.
    pub text: Text,
}

/// A large numeral with its unit, over a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The numeral.
    pub value: Text,
    /// What it counts.
    pub unit: Text,
    /// The heading.
    pub title: Text,
    /// The list.
    #[schemars(length(min = 1))]
    pub items: Vec<Text>,
}
