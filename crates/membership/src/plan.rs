//! The plans that are sold by a payment page. Their words, prices and rights are the owner's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A plan with a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PaidPlan")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Plan {
    Update,
    Scale,
    Professional,
}

impl Plan {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Update, Self::Scale, Self::Professional];

    /// As rows, addresses and the provider's lookup keys have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Scale => "scale",
            Self::Professional => "professional",
        }
    }

    /// The plan of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plan| plan.name() == name)
    }
}

/// What the owner's words say of a plan.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Which.
    pub plan: Plan,
    /// Its name as people read it.
    pub name: String,
    /// The price of a month in centavos.
    pub amount: i64,
    /// What it gives a right to, by name.
    pub rights: Vec<String>,
}
