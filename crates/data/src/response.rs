//! Stage five: rows become an HTTP response.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use serde_json::{Value as Json, json};

use crate::{
    error::Error,
    request::{Media, Request, csv},
};

/// A response in parts.
#[derive(Clone, Debug)]
pub struct Parts {
    pub status: StatusCode,
    pub content_range: Option<String>,
    pub location: Option<String>,
    /// `Content-Type` and body. `None` if the caller wants none.
    pub body: Option<(&'static str, String)>,
}

impl Parts {
    /// Returns a response without a body.
    pub fn empty(status: StatusCode, content_range: String) -> Self {
        Self { status, content_range: Some(content_range), location: None, body: None }
    }

    /// Returns a response of rows, each a JSON text, in the accepted form.
    pub fn rows(
        status: StatusCode,
        content_range: String,
        accept: Media,
        keys: &[String],
        rows: &[String],
    ) -> Result<Self, Error> {
        Ok(Self {
            body: Some((accept.content_type(), write(accept, keys, rows)?)),
            ..Self::empty(status, content_range)
        })
    }
}

fn write(accept: Media, keys: &[String], rows: &[String]) -> Result<String, Error> {
    Ok(match accept {
        Media::Array { strip_nulls: false } => array(rows),
        Media::Array { strip_nulls: true } => {
            let rows: Result<Vec<String>, Error> = rows.iter().map(|row| stripped(row)).collect();
            array(&rows?)
        }
        Media::Object { strip_nulls } => match rows {
            [one] if strip_nulls => stripped(one)?,
            [one] => one.clone(),
            other => return Err(Error::NotSingular(other.len())),
        },
        Media::Csv => {
            let mut text = csv::header(keys);
            for row in rows {
                csv::add(&mut text, keys, &parsed(row)?);
            }
            text
        }
    })
}

fn array(rows: &[String]) -> String {
    let length: usize = rows.iter().map(|row| row.len() + 1).sum();
    let mut text = String::with_capacity(length + 2);
    text.push('[');
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(row);
    }
    text.push(']');
    text
}

fn parsed<T: serde::de::DeserializeOwned>(row: &str) -> Result<T, Error> {
    serde_json::from_str(row)
        .map_err(|error| ateneu_db::Error::Other(format!("the database wrote broken JSON: {error}")).into())
}

fn stripped(row: &str) -> Result<String, Error> {
    let mut value: Json = parsed(row)?;
    strip(&mut value);
    Ok(value.to_string())
}

fn strip(value: &mut Json) {
    match value {
        Json::Object(members) => {
            members.retain(|_, value| !value.is_null());
            members.values_mut().for_each(strip);
        }
        Json::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Returns `first-last/total` of a read. Missing values are `*`.
pub fn content_range(offset: u64, rows: u64, total: Option<u64>) -> String {
    let total_text = total.map_or("*".into(), |total| total.to_string());
    if rows == 0 || total == Some(0) {
        format!("*/{total_text}")
    } else {
        format!("{offset}-{}/{total_text}", offset + rows - 1)
    }
}

pub fn respond(request: &Request, parts: Parts) -> Response<Body> {
    let head = request.method == axum::http::Method::HEAD;
    let (content_type, body) = parts.body.unzip();
    let mut response = Response::new(if head { Body::empty() } else { Body::from(body.unwrap_or_default()) });
    *response.status_mut() = parts.status;
    let mut set = |name: header::HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    if let Some(content_type) = content_type {
        set(header::CONTENT_TYPE, content_type);
    }
    if let Some(range) = &parts.content_range {
        set(header::CONTENT_RANGE, range);
    }
    if let Some(location) = &parts.location {
        set(header::LOCATION, location);
    }
    let applied = request.prefer.applied(&request.method);
    if !applied.is_empty() {
        set(header::HeaderName::from_static("preference-applied"), &applied);
    }
    if request.profile {
        set(header::HeaderName::from_static("content-profile"), "public");
    }
    response
}

/// Returns the response of a refusal.
pub fn refuse(error: &Error, signed_in: bool, head: bool) -> Response<Body> {
    let (status, code) = error.status_and_code(signed_in);
    if status.is_server_error() {
        tracing::error!(error = %error, code, "data request failed");
    }
    let (message, details, hint) = (error.message(), error.details(), error.hint());
    let body = json!({ "code": code, "details": details, "hint": hint, "message": message });
    let mut response = Response::new(if head { Body::empty() } else { Body::from(body.to_string()) });
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let Some((name, value)) = error.challenge() {
        headers.insert(name, value);
    }
    if let Error::PastEnd { total, .. } = error
        && let Ok(range) = HeaderValue::from_str(&format!("*/{total}"))
    {
        headers.insert(header::CONTENT_RANGE, range);
    }
    response
}
