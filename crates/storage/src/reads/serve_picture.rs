//! The answer of a picture in another size or format.

use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};

use crate::{
    Error, Storage,
    pictures::{Transform, format::Format, variants},
    reads::{
        range::Validators,
        serve::{Answer, Found, Wish, serve},
    },
};

/// Answers the picture as asked for, or the original where there is nothing to be made of it.
pub(crate) async fn serve_picture(
    storage: &Storage,
    found: &Found,
    wish: &Wish<'_>,
    transform: Transform,
) -> Result<Response, Error> {
    let object = &found.object;
    if !object.mimetype.starts_with("image/") {
        return Err(Error::InvalidMimeType(object.mimetype.to_owned()));
    }
    let format = Format::wanted(wish.headers, object.mimetype, &transform);
    let name = variants::name(&transform, format);
    let etag = format!("\"{}-{name}\"", object.etag);
    let validators = Validators { etag: &etag, modified: object.updated_at };
    let mut answer = Answer::of(found, &etag);
    answer.set(header::VARY, "Accept");
    if validators.is_held_by(wish.headers) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED));
    }
    let Some(bytes) = variants::variant(storage, object, transform, format).await? else {
        let mut original = serve(storage, found, wish).await?;
        original.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
        return Ok(original);
    };
    answer.set(header::CONTENT_TYPE, format.mime());
    answer.set(header::CONTENT_LENGTH, &bytes.len().to_string());
    let described = transform.described();
    if !described.is_empty() {
        answer.set(HeaderName::from_static("x-transformations"), &described);
    }
    answer.disposition(object, wish.download);
    if wish.method != Method::HEAD {
        answer.body(Body::from(bytes));
    }
    Ok(answer.status(StatusCode::OK))
}
