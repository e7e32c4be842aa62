//! What a plan entitles to, by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the entitlements, so that their names stand in one place.
macro_rules! entitlements {
    ($($(#[$about:meta])+ $variant:ident = $name:literal,)+) => {
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
        }
    };
}

entitlements! {
    /// Exclusive articles.
    Articles = "articles",
    /// Exclusive recordings to listen to.
    Podcasts = "podcasts",
    /// The newsletter for members.
    PremiumNewsletter = "premium_newsletter",
    /// What every plan opens.
    Updates = "updates",
    /// The community and the forum.
    Community = "community",
    /// Reading that goes on at the same place on another device.
    Mobile = "mobile",
    /// Recorded courses.
    Courses = "courses",
    /// The monthly live session.
    Lives = "lives",
    /// Exclusive videos.
    Masterclasses = "masterclasses",
    /// Certificates of courses and programmes.
    Certificates = "certificates",
    /// The group on WhatsApp.
    VipChat = "vip_chat",
    /// Exclusive documents.
    Downloads = "downloads",
    /// The management software.
    ManagementSoftware = "management_software",
    /// Its dashboards and reports.
    Dashboards = "dashboards",
    /// Its integrations.
    Integrations = "integrations",
    /// Messages are answered first.
    PrioritySupport = "priority_support",
    /// The monthly hour of consultancy.
    Consultancy = "consultancy",
    /// Contents and courses before the others see them.
    EarlyAccess = "early_access",
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
