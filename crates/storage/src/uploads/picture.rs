//! Stores pictures that the server itself fetched, always re-encoded.

use ateneu_base::Caller;
use bytes::Bytes;
use futures::stream;
use serde_json::json;

use super::{
    incoming::{Intake, Received, SentMetadata},
    write::{Placing, commit},
};
use crate::{
    Error, Storage,
    objects::{bucket, cache_control::CacheControl, key::Key, object::NAME},
    variants,
};

impl Storage {
    /// Stores a re-encoded picture under a key, as WebP and at most `width` wide. Returns its width and height. `name`
    /// is its original name, `owner` the account that requested it.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRequest`] if the bytes are not a readable picture, [`Error::EntityTooLarge`] if it has
    /// too many pixels, [`Error::Unavailable`] if too many others are being made.
    pub async fn store_picture(
        &self,
        bucket: &'static str,
        key: &str,
        source: Bytes,
        width: u32,
        (name, owner): (Option<&str>, Option<String>),
    ) -> Result<(u32, u32), Error> {
        let key = Key::parse(key)?;
        let (made, size) = variants::remake(self, source, width).await?;
        let bucket = self.read(move |storage, tx| bucket::find(storage, tx, bucket)).await?;
        let intake = Intake { storage: self, bucket: &bucket, key: &key };
        let mut bytes = stream::iter([Ok(made)]);
        let file = intake.take(Some("image/webp"), &mut bytes).await?;
        let (width, height) = size;
        let mut user_metadata = json!({ "width": width, "height": height });
        if let Some(name) = name {
            user_metadata[NAME] = json!(name);
        }
        let sent = SentMetadata { cache_control: CacheControl::of("max-age=31536000"), user_metadata };
        let caller = Caller { user_id: owner, ..Caller::as_service("a picture that the server fetched") };
        let placing = Placing { caller, bucket, key, upsert: true };
        commit(self.clone(), placing, Received { file, sent }, |_| Ok(())).await?;
        Ok(size)
    }
}
