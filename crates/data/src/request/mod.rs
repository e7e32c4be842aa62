//! Stage one: an HTTP request becomes plain values, without knowledge of tables.

pub mod body;
pub mod csv;
pub mod headers;
pub mod query;

use std::sync::Arc;

use ateneu_base::{Caller, Presented, Record};
use axum::http::{Extensions, HeaderMap, Method, header, request::Parts};
use serde_json::Value as Json;

pub use headers::{Media, Preferences};
pub use query::Query;

use crate::error::Error;

const QUERY_BYTES: usize = 60_000;

/// A request without its body.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: Method,
    /// Decoded query string, in order.
    pub pairs: Vec<(String, String)>,
    pub prefer: Preferences,
    pub accept: Media,
    /// True if a profile header was sent and must be echoed.
    pub profile: bool,
    /// Rows of a `Range` header: first and last.
    pub range: Option<(u64, Option<u64>)>,
    /// The visitor's address, if known.
    pub address: Option<Arc<str>>,
}

impl Request {
    /// Reads the head of a request.
    pub fn read(parts: &Parts) -> Result<Self, Error> {
        let headers = &parts.headers;
        let mut pairs = pairs(parts.uri.query().unwrap_or_default())?;
        // The API key of the caller is not a filter.
        pairs.retain(|(name, _)| name != "apikey");
        Ok(Self {
            method: parts.method.clone(),
            pairs,
            prefer: Preferences::read(headers)?,
            accept: Media::read(headers)?,
            profile: profile(&parts.method, headers)?,
            range: range(&parts.method, headers)?,
            address: address(&parts.extensions),
        })
    }

    /// True for GET and HEAD.
    pub fn only_reads(&self) -> bool {
        matches!(self.method, Method::GET | Method::HEAD)
    }
}

/// Returns the caller that the server's middleware verified, or a visitor if there is none.
pub fn caller(extensions: &Extensions) -> Result<Caller, Error> {
    match extensions.get::<Presented>() {
        Some(presented) => presented.caller.clone().map_err(Error::Token),
        None => Ok(Caller::anonymous()),
    }
}

fn address(extensions: &Extensions) -> Option<Arc<str>> {
    extensions.get::<Presented>()?.address.clone()
}

/// Returns the value of a header as text, if it was sent.
fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Splits and decodes a query string. `+` is a space.
fn pairs(query: &str) -> Result<Vec<(String, String)>, Error> {
    if query.len() > QUERY_BYTES {
        return Err(Error::Query(format!("the query string is longer than {QUERY_BYTES} bytes")));
    }
    let decode = |text: &str| {
        let text = text.replace('+', " ");
        let decoded = percent_encoding::percent_decode_str(&text)
            .decode_utf8()
            .map_err(|_| Error::Query("the query string is not UTF-8".into()))?;
        if decoded.contains('\0') {
            return Err(Error::nul());
        }
        Ok(decoded.into_owned())
    };
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode(key)?, decode(value)?))
        })
        .collect()
}

/// PostgREST: reads name their schema in `Accept-Profile`, writes in `Content-Profile`.
pub(crate) fn profile(method: &Method, headers: &HeaderMap) -> Result<bool, Error> {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let name = if reads { "accept-profile" } else { "content-profile" };
    match text(headers, name) {
        None => Ok(false),
        Some("public") => Ok(true),
        Some(other) => Err(Error::Schema(other.chars().take(63).collect())),
    }
}

fn range(method: &Method, headers: &HeaderMap) -> Result<Option<(u64, Option<u64>)>, Error> {
    if *method != Method::GET {
        return Ok(None);
    }
    // As in PostgREST, a range not of the form `first-last` is ignored.
    let Some((first, last)) = text(headers, header::RANGE.as_str())
        .map(|range| range.strip_prefix("items=").unwrap_or(range))
        .and_then(|range| range.split_once('-'))
    else {
        return Ok(None);
    };
    let Ok(first) = first.trim().parse::<u64>() else {
        return Ok(None);
    };
    let last = match last.trim() {
        "" => None,
        last => match last.parse::<u64>() {
            Ok(last) => Some(last),
            Err(_) => return Ok(None),
        },
    };
    if last.is_some_and(|last| last < first) {
        return Err(Error::Range(
            "The lower boundary must be lower than or equal to the upper boundary in the Range header."
                .into(),
        ));
    }
    Ok(Some((first, last)))
}

/// Returns a row. Refuses duplicate columns, of which one value would be lost.
fn record(pairs: impl Iterator<Item = (String, Json)>) -> Result<Record, Error> {
    let mut row = Record::new();
    for (name, value) in pairs {
        if row.contains_key(&name) {
            return Err(Error::Body(format!("Column named twice: {name}")));
        }
        row.insert(name, value);
    }
    Ok(row)
}
