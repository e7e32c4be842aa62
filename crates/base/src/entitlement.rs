//! What a plan entitles to, by name and by what people read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the entitlements, so that their names stand in one place.
macro_rules! entitlements {
    ($($(#[$about:meta])+ $variant:ident = $name:literal, $label:literal,)+) => {
        /// What a plan entitles to. Rules require these names, and rows carry them.
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

            /// Its name in programs, in the database and in the content files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What people read, as a part of a sentence: `artigos exclusivos`.
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
    /// What every plan opens.
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
    /// Its dashboards and reports.
    Dashboards = "dashboards", "painéis e relatórios",
    /// Its integrations.
    Integrations = "integrations", "integrações",
    /// Messages are answered first.
    PrioritySupport = "priority_support", "atendimento prioritário",
    /// The monthly hour of consultancy.
    Consultancy = "consultancy", "consultoria",
    /// Contents and courses before the others see them.
    EarlyAccess = "early_access", "acesso antecipado",
}

/// What stands behind an entitlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backing {
    /// A rule of a table, a bucket or a function requires it.
    Access,
    /// Something is delivered in every period.
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

    /// What stands behind it; none for what does not exist yet and must be marked so wherever it is named.
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
    fn names_are_those_of_the_wire() {
        for (entitlement, name) in Entitlement::ALL.iter().zip(Entitlement::NAMES) {
            assert_eq!(serde_json::to_value(entitlement).unwrap(), *name);
            assert_eq!(entitlement.name(), *name);
        }
    }
}
