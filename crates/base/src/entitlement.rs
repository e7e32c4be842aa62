//! Entitlements of plans, with their names in programs and the labels that people read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the entitlements, so that their names stand in one place.
macro_rules! entitlements {
    ($($(#[$about:meta])+ $variant:ident = $name:literal, $label:literal,)+) => {
        /// Entitlement of a plan. Rules require these names, and rows carry them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Entitlement {
            $($(#[$about])+ $variant,)+
        }

        impl Entitlement {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];
            /// The names of all of them, in the order of [`Self::ALL`].
            pub const NAMES: &[&str] = &[$($name,)+];

            /// Returns the name used in programs, in the database and in the content files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns the label that people read, as a part of a sentence: `artigos exclusivos`.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)+
                }
            }
        }
    };
}

entitlements! {
    /// Exclusive articles.
    Articles = "articles", "artigos exclusivos",
    /// Exclusive recordings to listen to.
    Podcasts = "podcasts", "podcasts",
    /// The newsletter for members.
    PremiumNewsletter = "premium_newsletter", "carta premium",
    /// Content updates, which every plan includes.
    Updates = "updates", "atualizações de conteúdo",
    /// The community and the forum.
    Community = "community", "comunidade",
    /// Reading that goes on at the same place on another device.
    Mobile = "mobile", "leitura em qualquer aparelho",
    /// Recorded courses.
    Courses = "courses", "cursos gravados",
    /// The monthly live session.
    Lives = "lives", "encontros ao vivo",
    /// Exclusive videos.
    Masterclasses = "masterclasses", "aulas magnas",
    /// Certificates of courses and programmes.
    Certificates = "certificates", "certificados",
    /// The group on WhatsApp.
    VipChat = "vip_chat", "grupo VIP no WhatsApp",
    /// Exclusive documents.
    Downloads = "downloads", "materiais para baixar",
    /// The management software.
    ManagementSoftware = "management_software", "sistema de gestão",
    /// Dashboards and reports of the management software.
    Dashboards = "dashboards", "painéis e relatórios",
    /// Integrations of the management software.
    Integrations = "integrations", "integrações",
    /// Messages are answered first.
    PrioritySupport = "priority_support", "atendimento prioritário",
    /// The monthly hour of consultancy.
    Consultancy = "consultancy", "consultoria",
    /// Contents and courses before the others see them.
    EarlyAccess = "early_access", "acesso antecipado",
}

/// Way in which an entitlement is provided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backing {
    /// A rule of a table, a bucket or a function requires it.
    Access,
    /// A delivery in every period.
    Benefit,
    /// An address that holders are shown at a click.
    Link,
    /// Messages of holders come first.
    Priority,
}

impl Entitlement {
    /// [`Self::label`] where it stands alone: `Artigos exclusivos`.
    pub fn title(self) -> String {
        let mut letters = self.label().chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// Returns the way in which the entitlement is provided. Returns `None` if it does not exist yet and must be marked
    /// so wherever it is named.
    pub const fn backing(self) -> Option<Backing> {
        match self {
            Self::Articles
            | Self::Podcasts
            | Self::Updates
            | Self::Community
            | Self::Mobile
            | Self::Courses
            | Self::Masterclasses
            | Self::Certificates
            | Self::Downloads
            | Self::EarlyAccess => Some(Backing::Access),
            Self::VipChat => Some(Backing::Link),
            Self::PrioritySupport => Some(Backing::Priority),
            Self::PremiumNewsletter
            | Self::Lives
            | Self::Consultancy
            | Self::ManagementSoftware
            | Self::Dashboards
            | Self::Integrations => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entitlement_names_match_the_wire() {
        for (entitlement, name) in Entitlement::ALL.iter().zip(Entitlement::NAMES) {
            assert_eq!(serde_json::to_value(entitlement).unwrap(), *name);
            assert_eq!(entitlement.name(), *name);
        }
    }
}
