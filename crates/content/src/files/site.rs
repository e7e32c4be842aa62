//! Texts about the owner and the business, and the home page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{Cnpj, Email, Link, Phone, Text, Whatsapp};

/// content/site.toml: part of every page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteContent {
    /// The owner's name as shown on the site.
    pub name: Text,
    /// True if person and companies are invented, which every page then says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demonstration: Option<bool>,
    /// One to three letters for the small mark.
    pub monogram: Text,
    /// The owner's occupation, in a few words.
    pub role: Text,
    /// City in which the owner works.
    pub city: Text,
    /// Description for search engines and feeds.
    pub description: Text,
    /// One sentence about the author, under each article.
    pub byline: Text,
    /// Office hours, with the usual response time.
    pub office_hours: Text,
    /// The owner's profiles and addresses outside the site.
    pub links: SiteLinks,
    /// Legal details of the business.
    pub business: Business,
    /// Opening texts of the chat, by subject.
    pub chat: ChatTexts,
    /// True if this installation also sells courses on an external platform.
    #[serde(default)]
    #[schemars(extend("role" = "computed"))]
    pub course_platform: bool,
}

/// The owner's profiles and addresses outside the site.
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
    /// Address for visitors' messages and for the site's own notices.
    pub email: Email,
    /// WhatsApp number: country code, area code and number, digits only.
    pub whatsapp: Whatsapp,
}

/// Details that Brazilian law requires of a site that sells (Decreto 7.962/2013), and the data protection officer
/// (LGPD, art. 41).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Business {
    /// The company's registered name.
    pub legal_name: Text,
    /// Registration number of the company, as `12.345.678/0001-95`.
    pub cnpj: Cnpj,
    /// Street, number, city, state and postal code, in one line.
    pub address: Text,
    /// Address for customers.
    pub email: Email,
    /// Telephone number for customers, in readable form: `+55 21 2345-6789`.
    pub phone: Phone,
    /// Name of the data protection officer ('encarregado').
    pub data_officer: Text,
    /// Address of the data protection officer.
    pub data_officer_email: Email,
}

/// Opening texts of the chat, by subject.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatTexts {
    /// Text for visitors of the Enterprise plan.
    pub enterprise: Text,
    /// Text for visitors of the page about the community.
    pub membership: Text,
    /// Text for readers of an article.
    pub content: Text,
    /// Text for visitors of all other pages.
    pub contact: Text,
    /// Text for visitors of the page about the method.
    pub methodology: Text,
    /// Text for members who request access to the courses.
    pub courses: Text,
    /// Text for visitors of the page about the software.
    pub waitlist: Text,
}

/// content/home.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeContent {
    /// True while the texts and figures are the sample.
    pub sample: bool,
    /// The top of the page.
    pub hero: HomeHero,
    /// The strip of figures.
    pub stats: [Stat; 4],
    /// Cards. The first one has the drawing.
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
    /// Sign before the number, or nothing.
    pub before: String,
    /// The number.
    pub value: Text,
    /// Sign after the number, or nothing.
    pub after: String,
    /// Label of the figure.
    pub label: Text,
}

/// Page that a card of the home page links to.
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
    /// Text of its link.
    pub link: Text,
    /// Page that the card links to.
    pub page: ValuePage,
}

/// The call to schedule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeCall {
    /// The heading.
    pub title: Text,
    /// Steps of the first conversation, in order.
    pub steps: Vec<Text>,
}
