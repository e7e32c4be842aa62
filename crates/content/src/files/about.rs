//! The page about the owner.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Fact, Point};
use crate::words::{Link, Text};

/// content/about.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutContent {
    /// True while positions and institutions are sample text, which the page then says.
    pub sample: bool,
    /// The sentence under the name.
    pub lede: Text,
    /// Address of the portrait: a file of this site (`/storage/v1/object/public/…`) or an https URL. Without one a
    /// drawing is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Text>,
    /// Link of each role in the timeline.
    pub experience_link: Link,
    /// The short facts beside the heading.
    pub facts: Vec<Fact>,
    /// Biography of the owner.
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

/// Biography of the owner.
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
    /// Duration of the role: 'a 2022', 'até hoje'.
    pub until: Text,
    /// The position.
    pub position: Text,
    /// The company.
    pub company: Text,
    /// The drawing beside it.
    pub icon: RoleIcon,
    /// Description of the role.
    pub description: Text,
    /// Achievements in the role.
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
    /// Kind of degree.
    #[serde(rename = "type")]
    pub kind: EducationType,
    /// Field of study.
    pub degree: Text,
    /// Institution that taught it.
    pub institution: Text,
    /// City of the institution.
    pub location: Text,
    /// Years of study.
    pub period: Text,
    /// Skills acquired.
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
    /// Category of the certification.
    pub category: CertificationCategory,
    /// Title of the certification.
    pub name: Text,
    /// Institution that issued it.
    pub institution: Text,
    /// Year or years in which it was earned.
    pub period: Text,
    /// Code by which the certification can be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential_code: Option<Text>,
    /// Skills acquired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<Text>>,
    /// Link to the published certification.
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

/// One area of the owner's expertise.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expertise {
    /// The drawing.
    pub field: ExpertiseField,
    /// The area.
    pub title: Text,
    /// Scope of the area.
    pub text: Text,
}

/// The end of the page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// Closing quotation.
    pub quote: Text,
}
