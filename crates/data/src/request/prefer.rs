//! `Prefer`: comma-joined or repeated; the first value of a repeated preference wins.

use axum::http::{HeaderMap, Method};

use crate::error::Error;

/// What a write returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// Nothing.
    Minimal,
    /// Only where the new row is.
    HeadersOnly,
    /// The written rows.
    Representation,
}

/// What an insert does with a row whose key exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Changes the existing row.
    Merge,
    /// Leaves it.
    Ignore,
}

/// The preferences of a request; `None` where missing.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    /// `return=`
    pub returning: Option<Return>,
    /// `count=`; every kind is counted exactly.
    pub count: Option<&'static str>,
    /// `missing=default`
    pub missing_default: Option<bool>,
    /// `resolution=`
    pub resolution: Option<Resolution>,
    /// `handling=strict`
    pub strict: Option<bool>,
    /// `max-affected=`, meant only with strict handling.
    pub max_affected: Option<usize>,
    /// `tx=rollback`
    pub rollback: Option<bool>,
}

impl Preferences {
    /// Reads every `Prefer` header; strict handling refuses what is not understood.
    pub fn read(headers: &HeaderMap) -> Result<Self, Error> {
        let mut preferences = Self::default();
        let mut unknown = Vec::new();
        let said = headers
            .get_all("prefer")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        for preference in said.map(str::trim).filter(|text| !text.is_empty()) {
            if !preferences.take(preference) {
                unknown.push(preference.chars().take(100).collect());
            }
        }
        if preferences.strict == Some(true) && !unknown.is_empty() {
            return Err(Error::Preferences(unknown));
        }
        Ok(preferences)
    }

    /// False when the preference is not understood.
    fn take(&mut self, preference: &str) -> bool {
        match preference {
            "return=minimal" => first(&mut self.returning, Return::Minimal),
            "return=headers-only" => first(&mut self.returning, Return::HeadersOnly),
            "return=representation" => first(&mut self.returning, Return::Representation),
            "count=exact" => first(&mut self.count, "exact"),
            "count=planned" => first(&mut self.count, "planned"),
            "count=estimated" => first(&mut self.count, "estimated"),
            "missing=default" => first(&mut self.missing_default, true),
            "missing=null" => first(&mut self.missing_default, false),
            "resolution=merge-duplicates" => first(&mut self.resolution, Resolution::Merge),
            "resolution=ignore-duplicates" => first(&mut self.resolution, Resolution::Ignore),
            "handling=strict" => first(&mut self.strict, true),
            "handling=lenient" => first(&mut self.strict, false),
            "tx=rollback" => first(&mut self.rollback, true),
            "tx=commit" => first(&mut self.rollback, false),
            other => match other.strip_prefix("max-affected=").map(str::parse) {
                Some(Ok(most)) => first(&mut self.max_affected, most),
                _ => return false,
            },
        }
        true
    }

    /// The most rows a write may touch, where that is to be enforced.
    pub fn most_affected(&self) -> Option<usize> {
        self.max_affected.filter(|_| self.strict == Some(true))
    }

    /// The value of `Preference-Applied`; empty when nothing was honoured.
    pub fn applied(&self, method: &Method) -> String {
        let writes = !matches!(*method, Method::GET | Method::HEAD);
        let inserts = matches!(*method, Method::POST | Method::PUT);
        let mut applied = Vec::new();
        if inserts && let Some(resolution) = self.resolution {
            applied.push(match resolution {
                Resolution::Merge => "resolution=merge-duplicates".to_owned(),
                Resolution::Ignore => "resolution=ignore-duplicates".to_owned(),
            });
        }
        if inserts && let Some(default) = self.missing_default {
            applied.push(format!("missing={}", if default { "default" } else { "null" }));
        }
        if writes && let Some(returning) = self.returning {
            applied.push(match returning {
                Return::Minimal => "return=minimal".to_owned(),
                Return::HeadersOnly => "return=headers-only".to_owned(),
                Return::Representation => "return=representation".to_owned(),
            });
        }
        applied.extend(self.count.map(|count| format!("count={count}")));
        if writes && let Some(rollback) = self.rollback {
            applied.push(format!("tx={}", if rollback { "rollback" } else { "commit" }));
        }
        if let Some(strict) = self.strict {
            applied.push(format!("handling={}", if strict { "strict" } else { "lenient" }));
        }
        if writes && let Some(most) = self.most_affected() {
            applied.push(format!("max-affected={most}"));
        }
        applied.join(", ")
    }
}

fn first<T>(slot: &mut Option<T>, value: T) {
    slot.get_or_insert(value);
}
