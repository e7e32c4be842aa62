//! Who signs the site, and the home page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{Cnpj, Email, Link, Phone, Text, Whatsapp};

/// content/site.toml: part of every page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteContent {
    /// The owner's name, as the site shows it.
    pub name: Text,
    /// True where the person and the companies are invented: every page then says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demonstration: Option<bool>,
    /// One to three letters for the small mark.
    pub monogram: Text,
    /// What the owner does, in a few words.
    pub role: Text,
    /// Where the owner works from.
    pub city: Text,
    /// For search engines and feeds.
    pub description: Text,
    /// One sentence about the author, under each article.
    pub byline: Text,
    /// When an answer can be expected.
    pub office_hours: Text,
    /// Where else the owner is found.
    pub links: SiteLinks,
    /// Who answers for the business before the law.
    pub business: Business,
    /// What the chat opens with, by subject.
    pub chat: ChatTexts,
    /// True where this installation sells courses on an external platform, too.
    #[serde(default)]
    #[schemars(extend("role" = "computed"))]
    pub course_platform: bool,
}

/// Where else the owner is found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteLinks {
    /// The profile on the professional network.
    pub professional_network: Link,
    /// The recommendations on that profile.
    pub recommendations: Link,
    /// The photo-sharing profile.
    pub photo_profile: Link,
    /// The video channel.
    pub video_channel: Link,
    /// The external scheduling page.
    pub scheduling: Link,
    /// Where visitors write to, and where the site's own notices go.
    pub email: Email,
    /// Country and area code and number, digits only.
    pub whatsapp: Whatsapp,
}

/// What Brazilian law wants a site that sells to say about its seller (Decreto 7.962/2013), and who answers for
/// personal data (LGPD, art. 41).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Business {
    /// The company's registered name.
    pub legal_name: Text,
    /// Its registration, as `12.345.678/0001-95`.
    pub cnpj: Cnpj,
    /// Street, number, city, state and postal code, in one line.
    pub address: Text,
    /// For customers.
    pub email: Email,
    /// For customers, as people read it: `+55 21 2345-6789`.
    pub phone: Phone,
    /// Who answers for personal data ('encarregado').
    pub data_officer: Text,
    /// How to reach that person.
    pub data_officer_email: Email,
}

/// What the chat opens with, by subject.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatTexts {
    /// From the Enterprise plan.
    pub enterprise: Text,
    /// From the page about the community.
    pub membership: Text,
    /// From an article.
    pub content: Text,
    /// From anywhere else.
    pub contact: Text,
    /// From the page about the method.
    pub methodology: Text,
    /// From a member who asks for the courses.
    pub courses: Text,
    /// From the page about the software.
    pub waitlist: Text,
}

/// content/home.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeContent {
    /// True while these are the words and figures the file came with.
    pub sample: bool,
    /// The top of the page.
    pub hero: HomeHero,
    /// The strip of figures.
    pub stats: [Stat; 4],
    /// The first one carries the drawing.
    pub values: [ValueCard; 3],
    /// The call to schedule.
    pub call: HomeCall,
}

/// The top of the home page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeHero {
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
}

/// One figure of the strip: `+70`, `15+`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stat {
    /// A sign in front, or nothing.
    pub before: String,
    /// The number.
    pub value: Text,
    /// A sign behind, or nothing.
    pub after: String,
    /// What is counted.
    pub label: Text,
}

/// Where a card of the home page leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValuePage {
    /// /sobre
    About,
    /// /mentoria
    Mentoring,
}

/// A card of the home page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueCard {
    /// The heading.
    pub title: Text,
    /// A few sentences.
    pub text: Text,
    /// The words of its link.
    pub link: Text,
    /// Where it leads.
    pub page: ValuePage,
}

/// The call to schedule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeCall {
    /// The heading.
    pub title: Text,
    /// What happens, step by step.
    pub steps: Vec<Text>,
}
