//! Entitlements of plans, with their names in programs and the labels that people read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calendar::Month;

/// Declares the entitlements with their names and labels.
macro_rules! entitlements {
    ($($(#[$about:meta])+ $variant:ident = $name:literal, $label:literal,)+) => {
        /// Entitlement of a plan. Rules require these names, and rows carry them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Entitlement {
            $($(#[$about])+ $variant,)+
        }

        impl Entitlement {
            /// All entitlements.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];
            /// Names of all entitlements, in the order of [`Self::ALL`].
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
    /// Reading position shared between devices.
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
    /// Priority in answers to messages.
    PrioritySupport = "priority_support", "atendimento prioritário",
    /// The monthly hour of consultancy.
    Consultancy = "consultancy", "consultoria",
    /// Contents and courses before their general release.
    EarlyAccess = "early_access", "acesso antecipado",
}

/// Interval of a recurring benefit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interval {
    /// One delivery each week.
    Week,
    /// One delivery each month.
    Month,
}

impl Interval {
    /// Returns the interval as people read it: `toda semana`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Week => "toda semana",
            Self::Month => "todo mês",
        }
    }

    /// Returns the number of deliveries that a month owes. A week belongs to the month of its Sunday.
    pub fn due_in(self, month: Month) -> u32 {
        match self {
            Self::Week => month.weeks(),
            Self::Month => 1,
        }
    }
}

/// Way in which an entitlement is provided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backing {
    /// A rule of a table, a bucket or a function requires it.
    Access,
    /// A delivery in every interval. The owner's plans can name another interval.
    Benefit(Interval),
    /// A URL that holders open.
    Link,
    /// Messages of holders come first.
    Priority,
}

impl Entitlement {
    /// Returns [`Self::label`] with a capital: `Artigos exclusivos`.
    pub fn title(self) -> String {
        let mut letters = self.label().chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// Returns the way in which the entitlement is provided. Returns `None` if it does not exist yet and is marked so
    /// wherever it is named.
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
            Self::PremiumNewsletter => Some(Backing::Benefit(Interval::Week)),
            Self::VipChat => Some(Backing::Link),
            Self::PrioritySupport => Some(Backing::Priority),
            Self::Lives
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
    use crate::Timestamp;

    #[test]
    fn a_month_owes_the_letters_of_weeks_that_end_in_it() {
        let due = |day: &str| {
            let month = Month::of(Timestamp::parse(day).unwrap());
            (Interval::Week.due_in(month), Interval::Month.due_in(month))
        };
        // The Sundays of November 2026 are 1, 8, 15, 22 and 29, those of December 6 to 27.
        assert_eq!(due("2026-11-10T12:00:00Z"), (5, 1));
        assert_eq!(due("2026-12-31T12:00:00Z"), (4, 1));
        assert_eq!(due("2027-02-28T12:00:00Z"), (4, 1));
        // In São Paulo it is still November.
        assert_eq!(due("2026-12-01T02:59:59Z"), (5, 1));
    }

    #[test]
    fn entitlement_names_match_the_wire() {
        for (entitlement, name) in Entitlement::ALL.iter().zip(Entitlement::NAMES) {
            assert_eq!(serde_json::to_value(entitlement).unwrap(), *name);
            assert_eq!(entitlement.name(), *name);
        }
    }
}
