//! Ids of uploads in their URLs.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

use crate::{Error, objects::key::Key};

/// Last part of an upload's URL: base64url of `bucket/key/id`.
pub(super) struct Id {
    pub(super) bucket: String,
    pub(super) key: Key,
    pub(super) id: String,
}

impl Id {
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let read = || {
            let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
            let (bucket, rest) = text.split_once('/')?;
            let (key, id) = rest.rsplit_once('/')?;
            Some(Self {
                bucket: bucket.to_owned(),
                key: Key::parse(key).ok()?,
                id: uuid::Uuid::try_parse(id).ok()?.to_string(),
            })
        };
        read().ok_or(Error::NoSuchUpload)
    }
}
