//! The four ways of working together: the page that compares them, and the pages of three of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    parts::{Call, Fact, Point, Question},
    testimonials::Quotation,
};
use crate::words::{Day, Text};

/// A heading over points.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// The heading.
    pub title: Text,
    /// The points. Six fill the page's rows.
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

/// A step of a method, with its time.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The step.
    pub title: Text,
    /// Description of the step.
    pub text: Text,
    /// Time of the step.
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
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// All four, in the order of the page.
    #[schemars(extend("unique" = "page"))]
    pub offers: [Offer; 4],
    /// Recommendation of a service for each situation.
    pub guide: OfferingGuide,
}

/// Summary of a service.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Service that the entry presents.
    pub page: Offering,
    /// Name of the service.
    pub title: Text,
    /// Description of the service.
    pub text: Text,
    /// Format of the service.
    pub format: Text,
    /// Text of its link.
    pub link: Text,
}

/// Recommendations of a service for each situation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferingGuide {
    /// The heading.
    pub title: Text,
    /// The situations.
    #[schemars(length(min = 1))]
    pub situations: Vec<Situation>,
}

/// A situation, and the service that fits it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The situation.
    pub text: Text,
    /// Service that fits the situation.
    pub page: Offering,
}

/// content/mentoring.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MentoringContent {
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Facts about the format.
    pub format: Vec<Fact>,
    /// Benefits for the client.
    pub benefits: Points,
    /// Steps of the method.
    pub method: MentoringMethod,
    /// Profile of the intended client.
    pub profile: MentoringProfile,
    /// Results that a client can expect.
    pub results: Texts,
    /// Testimonial of a client.
    pub testimonial: Quotation,
    /// Buyers' questions, with answers. The page omits this section if the list is empty.
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

/// Audience of mentoring, and its limits.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MentoringProfile {
    /// The heading.
    pub title: Text,
    /// Descriptions of people that mentoring suits.
    #[schemars(length(min = 1))]
    pub items: Vec<Text>,
    /// Description of people that mentoring does not suit.
    pub not_for: Text,
}

/// content/coaching.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoachingContent {
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Facts about the format and the price. The page omits this section if the list is empty.
    #[serde(default)]
    pub format: Vec<Fact>,
    /// The areas of development.
    pub areas: Points,
    /// Steps of the method.
    pub method: CoachingMethod,
    /// Audience of coaching.
    pub audience: Texts,
    /// Changes that the team notices.
    pub results: Changes,
    /// Testimonial of a client.
    pub testimonial: Quotation,
    /// Buyers' questions, with answers. The page omits this section if the list is empty.
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

/// State before coaching, and state after it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// State before.
    pub before: Text,
    /// State after.
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
    /// Text of the button.
    pub button: Text,
}

/// Drawings of the modules.
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
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Text of the button that opens the chat.
    pub button: Text,
    /// Note that explains the button's effect.
    pub note: Text,
    /// Modules of the software.
    pub modules: SoftwareModules,
    /// Benefits for the users.
    pub benefits: Points,
    /// Audience of the software.
    pub audience: Figure,
    /// Results that a user can expect.
    pub results: Figure,
    /// Testimonial of a user.
    pub testimonial: Quotation,
    /// The waitlist.
    pub waitlist: Point,
    /// Day on which the software opened, such as 2027-03-01. Nobody joins the waitlist from then on, and thirty days later
    /// it is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<Day>,
}

/// A heading over the modules.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftwareModules {
    /// The heading.
    pub title: Text,
    /// The four modules.
    #[schemars(extend("unique" = "screen"))]
    pub items: [SoftwareModule; 4],
}

/// A module of the software.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftwareModule {
    /// Drawing of the module.
    pub screen: ModuleScreen,
    /// Name of the module.
    pub title: Text,
    /// Description of the module.
    pub text: Text,
}

/// A large numeral with its unit, over a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The numeral.
    pub value: Text,
    /// Unit of the numeral.
    pub unit: Text,
    /// The heading.
    pub title: Text,
    /// The list.
    #[schemars(length(min = 1))]
    pub items: Vec<Text>,
}
