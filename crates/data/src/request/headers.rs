//! `Prefer` (comma-joined or repeated; the first value of a repeated preference wins) and `Accept`, the form of the response.

use axum::http::{HeaderMap, Method};

use crate::error::Error;

/// Content of the response to a write (`return=`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    Minimal,
    HeadersOnly,
    Representation,
}

/// Action of an insert for a row whose key exists (`resolution=`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    Merge,
    Ignore,
}

/// Preferences of a request. Missing ones are `None`.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    pub returning: Option<Return>,
    /// Kind of count from `count=`. All kinds are exact.
    pub count: Option<&'static str>,
    pub missing_default: Option<bool>,
    pub resolution: Option<Resolution>,
    pub strict: Option<bool>,
    /// Limit from `max-affected=`, for strict handling only.
    pub max_affected: Option<usize>,
    pub rollback: Option<bool>,
}

impl Preferences {
    /// Parses every `Prefer` header. Strict handling refuses unknown preferences.
    pub fn read(headers: &HeaderMap) -> Result<Self, Error> {
        let mut preferences = Self::default();
        let mut unknown = Vec::new();
        for preference in listed(headers, "prefer") {
            if !preferences.take(preference) {
                unknown.push(preference.chars().take(100).collect());
            }
        }
        if preferences.strict == Some(true) && !unknown.is_empty() {
            return Err(Error::Preferences(unknown));
        }
        Ok(preferences)
    }

    /// Applies a preference. Returns `false` if it is unknown.
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

    /// Returns the maximum number of affected rows, if it is enforced.
    pub fn most_affected(&self) -> Option<usize> {
        self.max_affected.filter(|_| self.strict == Some(true))
    }

    /// Returns the value of `Preference-Applied`, empty if no preference was applied.
    pub fn applied(&self, method: &Method) -> String {
        let writes = !matches!(*method, Method::GET | Method::HEAD);
        let inserts = matches!(*method, Method::POST | Method::PUT);
        let resolution = self.resolution.map(|resolution| match resolution {
            Resolution::Merge => "merge-duplicates",
            Resolution::Ignore => "ignore-duplicates",
        });
        let returning = self.returning.map(|returning| match returning {
            Return::Minimal => "minimal",
            Return::HeadersOnly => "headers-only",
            Return::Representation => "representation",
        });
        let word = |truth: Option<bool>, yes, no| truth.map(|truth| if truth { yes } else { no });
        let most = self.most_affected().map(|most| most.to_string());
        let applied = [
            (inserts, "resolution", resolution),
            (inserts, "missing", word(self.missing_default, "default", "null")),
            (writes, "return", returning),
            (true, "count", self.count),
            (writes, "tx", word(self.rollback, "rollback", "commit")),
            (true, "handling", word(self.strict, "strict", "lenient")),
            (writes, "max-affected", most.as_deref()),
        ];
        let applied = applied.into_iter().filter(|(applies, ..)| *applies);
        let applied = applied.filter_map(|(_, name, word)| Some(format!("{name}={}", word?)));
        applied.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the values of a header, comma-joined or repeated.
fn listed<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).filter(|value| !value.is_empty())
}

fn first<T>(slot: &mut Option<T>, value: T) {
    slot.get_or_insert(value);
}

/// The form of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    Array {
        /// True if null members are left out.
        strip_nulls: bool,
    },
    /// The one row as a JSON object.
    Object {
        /// True if null members are left out.
        strip_nulls: bool,
    },
    Csv,
}

impl Media {
    /// Returns the client's preferred known form. Fails with `PGRST107` if there is none.
    pub fn read(headers: &HeaderMap) -> Result<Self, Error> {
        best(headers, known).map(|best| best.unwrap_or(Media::Array { strip_nulls: false }))
    }

    /// Returns the `Content-Type` of the response.
    pub fn content_type(self) -> &'static str {
        match self {
            Media::Array { strip_nulls: false } => "application/json; charset=utf-8",
            Media::Array { strip_nulls: true } => {
                "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"
            }
            Media::Object { strip_nulls: false } => "application/vnd.pgrst.object+json; charset=utf-8",
            Media::Object { strip_nulls: true } => {
                "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"
            }
            Media::Csv => "text/csv; charset=utf-8",
        }
    }

    /// True if the form differs from the database's.
    pub fn rewrites(self) -> bool {
        matches!(self, Media::Csv | Media::Array { strip_nulls: true } | Media::Object { strip_nulls: true })
    }

    /// True if there must be exactly one row.
    pub fn is_single(self) -> bool {
        matches!(self, Media::Object { .. })
    }
}

/// Fails with `PGRST107` if the client does not accept the description of the root.
pub fn accepts_openapi(headers: &HeaderMap) -> Result<(), Error> {
    let fits = |value: &str| {
        let name = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        matches!(name.as_str(), "*/*" | "application/*" | "application/json" | "application/openapi+json")
            .then_some(())
    };
    best(headers, fits).map(Option::unwrap_or_default)
}

/// Returns the accepted form with the highest quality that `known` supports. Returns `None` without an `Accept`.
fn best<T>(headers: &HeaderMap, known: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Error> {
    let values: Vec<&str> = listed(headers, "accept").collect();
    if values.is_empty() {
        return Ok(None);
    }
    let mut ranked: Vec<(&str, f32)> = values.iter().map(|value| (*value, quality(value))).collect();
    ranked.sort_by(|left, right| right.1.total_cmp(&left.1));
    let found = ranked.into_iter().filter(|(_, quality)| *quality > 0.0).find_map(|(value, _)| known(value));
    found.map(Some).ok_or_else(|| Error::MediaType(values.join(", ").chars().take(200).collect()))
}

fn quality(value: &str) -> f32 {
    value
        .split(';')
        .filter_map(|parameter| parameter.trim().strip_prefix("q="))
        .find_map(|quality| quality.parse().ok())
        .unwrap_or(1.0)
}

fn known(value: &str) -> Option<Media> {
    let mut parts = value.split(';').map(|part| part.trim().to_ascii_lowercase());
    let name = parts.next()?;
    let strip_nulls = parts.any(|parameter| parameter == "nulls=stripped");
    match name.as_str() {
        "*/*" | "application/*" | "application/json" => Some(Media::Array { strip_nulls: false }),
        "application/vnd.pgrst.array+json" | "application/vnd.pgrst.array" => {
            Some(Media::Array { strip_nulls })
        }
        "application/vnd.pgrst.object+json" | "application/vnd.pgrst.object" => {
            Some(Media::Object { strip_nulls })
        }
        "text/csv" | "text/*" => Some(Media::Csv),
        _ => None,
    }
}
