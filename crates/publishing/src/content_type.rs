//! Types of contents.

use ateneu_base::Entitlement;
use ateneu_schema::Words;

/// Type of a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ContentType {
    /// A text.
    Article,
    /// A film.
    Video,
    /// A podcast.
    Audio,
    /// A document.
    Pdf,
    /// A page on another site.
    Link,
    /// A letter of the newsletter.
    Letter,
}

impl ContentType {
    /// Returns `true` for texts, which take their reading time. The text of the others accompanies something else.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Article | Self::Letter)
    }
}

/// Returns the default entitlement for contents of a type.
pub fn entitlement_of_type(content_type: &str) -> Entitlement {
    match ContentType::of(content_type) {
        Some(ContentType::Article) => Entitlement::Articles,
        Some(ContentType::Audio) => Entitlement::Podcasts,
        Some(ContentType::Pdf) => Entitlement::Downloads,
        Some(ContentType::Video) => Entitlement::Masterclasses,
        Some(ContentType::Letter) => Entitlement::PremiumNewsletter,
        Some(ContentType::Link) | None => Entitlement::Updates,
    }
}
