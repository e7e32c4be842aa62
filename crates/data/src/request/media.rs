//! `Accept`: the form of the response.

use axum::http::{HeaderMap, header};

use crate::error::Error;

/// The form of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// A JSON array.
    Array {
        /// Members that are null are left out.
        strip_nulls: bool,
    },
    /// The one row as a JSON object.
    Object {
        /// Members that are null are left out.
        strip_nulls: bool,
    },
    /// Comma-separated values with a header line.
    Csv,
}

impl Media {
    /// The best form both sides know; `PGRST107` when there is none.
    pub fn read(headers: &HeaderMap) -> Result<Self, Error> {
        best(headers, known).map(|best| best.unwrap_or(Media::Array { strip_nulls: false }))
    }

    /// The `Content-Type` of the response.
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

    /// True when the rows cannot be answered as the database wrote them.
    pub fn rewrites(self) -> bool {
        matches!(self, Media::Csv | Media::Array { strip_nulls: true } | Media::Object { strip_nulls: true })
    }

    /// True when exactly one row must be there.
    pub fn is_single(self) -> bool {
        matches!(self, Media::Object { .. })
    }
}

/// `PGRST107` where the description of the root cannot be read.
pub fn accepts_openapi(headers: &HeaderMap) -> Result<(), Error> {
    let fits = |value: &str| {
        let name = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        matches!(name.as_str(), "*/*" | "application/*" | "application/json" | "application/openapi+json")
            .then_some(())
    };
    best(headers, fits).map(Option::unwrap_or_default)
}

/// The accepted form with the highest quality that `known` knows; `None` without an `Accept`.
fn best<T>(headers: &HeaderMap, known: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Error> {
    let values: Vec<&str> = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|value| !value.is_empty())
        .collect();
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
