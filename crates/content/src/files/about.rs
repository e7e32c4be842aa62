//! The page about the owner.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Fact, Point};
use crate::words::{Link, Text};

/// content/about.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutContent {
    /// True while positions and institutions are the ones the file came with: the page then says so.
    pub sample: bool,
    /// The sentence under the name.
    pub lede: Text,
    /// Where the portrait lies: a file of this site (`/storage/v1/object/public/…`) or an https address. A drawing
    /// stands there until there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Text>,
    /// Where each role of the timeline leads.
    pub experience_link: Link,
    /// The short facts beside the heading.
    pub facts: Vec<Fact>,
    /// Who the owner is.
    pub bio: Bio,
    /// The six principles.
    pub principles: [Point; 6],
    /// The six roles, newest first.
    pub roles: [Role; 6],
    /// The twelve entries of the education.
    pub education: [Education; 12],
    /// The six certifications.
    pub certifications: [Certification; 6],
    /// The nine areas.
    pub expertise: [Expertise; 9],
    /// The end of the page.
    pub closing: Closing,
}

/// Who the owner is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bio {
    /// The heading.
    pub title: Text,
    /// The story.
    #[schemars(length(min = 1))]
    pub paragraphs: Vec<Text>,
}

/// The drawing beside a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum RoleIcon {
    Building,
    Chart,
    Factory,
    Store,
    Handshake,
    Clipboard,
}

/// One entry of the professional timeline.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// The year it began.
    pub year: Text,
    /// Time for which it lasted: 'a 2022', 'até hoje'.
    pub until: Text,
    /// The position.
    pub position: Text,
    /// The company.
    pub company: Text,
    /// The drawing beside it.
    pub icon: RoleIcon,
    /// What it was about.
    pub description: Text,
    /// What came of it.
    pub achievements: Vec<Text>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum EducationType {
    Mba,
    Executive,
    Master,
    Graduation,
    Specialization,
}

/// One entry of the education.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Education {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: EducationType,
    /// What was studied.
    pub degree: Text,
    /// Where.
    pub institution: Text,
    /// In which city.
    pub location: Text,
    /// When.
    pub period: Text,
    /// What was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<Text>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CertificationCategory {
    Business,
    Sales,
    Leadership,
    Coaching,
}

/// One certification.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certification {
    /// Its kind.
    pub category: CertificationCategory,
    /// What it certifies.
    pub name: Text,
    /// Who gave it.
    pub institution: Text,
    /// When.
    pub period: Text,
    /// The code it can be checked by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential_code: Option<Text>,
    /// What was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<Text>>,
    /// Where it is shown.
    pub link: Link,
}

/// The drawing of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ExpertiseField {
    Converge,
    Horizon,
    Rise,
    Weave,
    Pairs,
    Cadence,
    Orbit,
    Dipole,
    Axes,
}

/// One area the owner knows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expertise {
    /// The drawing.
    pub field: ExpertiseField,
    /// The area.
    pub title: Text,
    /// What it covers.
    pub text: Text,
}

/// The end of the page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The last word.
    pub quote: Text,
}
