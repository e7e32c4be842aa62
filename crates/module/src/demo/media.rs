//! The demo's pictures, sound, film and document: a few files that subjects store copies of.

use anyhow::{Context, Result};
use axum::http::{Request, header};
use base64::{Engine, prelude::BASE64_STANDARD};
use rust_embed::RustEmbed;
use serde_json::json;

use super::Demo;

#[derive(RustEmbed)]
#[folder = "demo/media"]
struct Files;

/// Durations of the media, in seconds.
pub const DURATIONS: [(&str, u32); 2] = [("episodio.mp3", 57), ("filme.mp4", 12)];

/// The width and height of the pictures, in pixels.
const PICTURES: (u32, u32) = (1280, 800);

impl Demo {
    /// Stores a copy of a file of `demo/media` as `key` of a bucket, with the file's extension. Returns the stored key.
    ///
    /// # Errors
    /// Fails if there is no such file, or as [`Demo::post`] does.
    pub async fn upload(&self, bucket: &str, key: &str, name: &str) -> Result<String> {
        let file = Files::get(name).with_context(|| format!("demo/media/{name} is not there"))?;
        let (_, extension) = name.rsplit_once('.').context("a name without an extension")?;
        let key = format!("{key}.{extension}");
        let called = key.rsplit('/').next().unwrap_or_default().trim_start_matches("demo-");
        let mut notes = json!({ "name": called });
        if let Some((_, seconds)) = DURATIONS.iter().find(|(playing, _)| *playing == name) {
            notes["duration"] = json!(seconds);
        }
        if extension == "png" {
            (notes["width"], notes["height"]) = (json!(PICTURES.0), json!(PICTURES.1));
        }
        let path = format!("/storage/v1/object/{bucket}/{key}");
        let request = Request::post(&path)
            .header(header::CONTENT_TYPE, file.metadata.mimetype())
            .header(header::CACHE_CONTROL, "max-age=31536000")
            .header("x-metadata", BASE64_STANDARD.encode(notes.to_string()));
        self.send(&path, request, file.data.into_owned()).await?;
        Ok(key)
    }
}
