//! The hub of the contents, and the page about the method.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Call, Point};
use crate::words::{Link, Text};

/// content/contents.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentsContent {
    /// True while the texts are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// The list of the owner's recommendations.
    pub featured: Point,
    /// The link to the page about the method.
    pub methodology: MethodologyLink,
    /// The call at the end.
    pub call: ContentsCall,
    /// Offer to visitors who select a content for members.
    pub offer: ContentsOffer,
    /// The page of each type.
    pub lists: ContentLists,
    /// Applications that carry the podcast, listed beside its feed.
    #[serde(default)]
    pub podcast_apps: Vec<PodcastApp>,
}

/// An application that carries the podcast.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PodcastApp {
    /// Name of the application.
    pub name: Text,
    /// The podcast's page there.
    pub link: Link,
}

/// The link to the page about the method.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyLink {
    /// Name of the method.
    pub title: Text,
    /// Description of the method, in a sentence.
    pub text: Text,
    /// Text of the link.
    pub link: Text,
}

/// The call at the end of the hub.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentsCall {
    /// The heading.
    pub title: Text,
    /// A few sentences.
    pub text: Text,
    /// Text of the button that opens the chat.
    pub button: Text,
    /// Text of the link to the contact form.
    pub other: Text,
}

/// The offer to visitors who select a content for members.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentsOffer {
    /// The heading.
    pub title: Text,
    /// Text that follows the content's title.
    pub text: Text,
    /// Note below the plans.
    pub note: Text,
    /// Explanation for visitors who were redirected here because they have no subscription.
    pub notice: Text,
}

/// The page of each type that the hub lists.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentLists {
    /// /conteudos/artigos
    pub article: ContentList,
    /// /conteudos/videos
    pub video: ContentList,
    /// /conteudos/podcasts
    pub audio: ContentList,
    /// /conteudos/documentos
    #[serde(default = "documents")]
    pub pdf: ContentList,
    /// /conteudos/links
    #[serde(default = "links")]
    pub link: ContentList,
    /// /cartas
    #[serde(default = "letters")]
    pub letter: ContentList,
}

/// Returns the default page of documents.
fn documents() -> ContentList {
    ContentList {
        title: Text::of_program("Documentos"),
        lede: Text::of_program("Modelos, fichas e roteiros em PDF, para imprimir ou preencher na tela."),
        description: Text::of_program(
            "Todos os documentos: modelos, fichas e roteiros de gestão em PDF, para imprimir ou preencher na tela.",
        ),
        empty: Text::of_program("Os primeiros documentos chegam em breve."),
    }
}

/// Returns the default page of links.
fn links() -> ContentList {
    ContentList {
        title: Text::of_program("Links"),
        lede: Text::of_program(
            "Leituras, planilhas e ferramentas de outros endereços, com o motivo de cada indicação.",
        ),
        description: Text::of_program(
            "Todos os links: leituras, planilhas e ferramentas de gestão de outros endereços, com o motivo de cada uma.",
        ),
        empty: Text::of_program("Os primeiros links chegam em breve."),
    }
}

/// Returns the default page of letters.
fn letters() -> ContentList {
    ContentList {
        title: Text::of_program("Cartas"),
        lede: Text::of_program("As cartas que envio por e-mail, guardadas aqui para ler quando quiser."),
        description: Text::of_program(
            "O arquivo da newsletter: todas as cartas sobre decisão, equipe e rotina de gestão, da mais nova à primeira.",
        ),
        empty: Text::of_program("A primeira carta chega em breve."),
    }
}

/// The page of one type.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentList {
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Text shown while the list is empty.
    pub empty: Text,
}

/// content/methodology.toml
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyContent {
    /// True while the texts and figures are the sample.
    pub sample: bool,
    /// The heading.
    pub title: Text,
    /// The sentence under it.
    pub lede: Text,
    /// Description for search engines.
    pub description: Text,
    /// Pillars of the method.
    pub pillars: MethodologyPillars,
    /// Results that the method claims to bring.
    pub results: MethodologyResults,
    /// Experience that the method is based on.
    pub experience: MethodologyExperience,
    /// The call at the end.
    pub call: Call,
}

/// Pillars of the method.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyPillars {
    /// The heading.
    pub title: Text,
    /// The four pillars.
    pub items: [MethodologyPillar; 4],
}

/// One pillar of the method.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyPillar {
    /// Name of the pillar.
    pub title: Text,
    /// Description of the pillar.
    pub text: Text,
    /// Result of the pillar.
    pub product: Text,
}

/// Results that the method claims to bring.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyResults {
    /// The heading.
    pub title: Text,
    /// Explanation of the comparison behind the figures.
    pub text: Text,
    /// The five results.
    pub items: [MethodologyResult; 5],
}

/// One claimed result.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyResult {
    /// Value in percent.
    pub value: u32,
    /// Measure that the percentage refers to.
    pub text: Text,
}

/// Experience that the method is based on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MethodologyExperience {
    /// A large numeral.
    pub value: Text,
    /// Unit that the numeral counts.
    pub title: Text,
    /// A few sentences.
    pub text: Text,
}
