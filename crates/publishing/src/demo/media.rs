//! The demo's pictures, sound, film and document: few files, drawn and spoken for it, that every content of their kind
//! gets a copy of. A content owns its file.

use anyhow::{Context, Result};
use ateneu_module::demo::Demo;
use axum::http::{Request, header};
use base64::{Engine, prelude::BASE64_STANDARD};
use rust_embed::RustEmbed;
use serde_json::json;

#[derive(RustEmbed)]
#[folder = "demo/media"]
struct Files;

/// How long what plays plays, in seconds.
const DURATIONS: [(&str, u32); 2] = [("episodio.mp3", 57), ("filme.mp4", 12)];

/// Puts a copy of the file among the contents' files and answers its address from the root of the site: the demo runs
/// at any origin.
pub(super) async fn upload(demo: &Demo, folder: &str, slug: &str, name: &str) -> Result<String> {
    let file = Files::get(name).with_context(|| format!("demo/media/{name} is not there"))?;
    let (_, extension) = name.rsplit_once('.').context("a name without an extension")?;
    let key = format!("{folder}/demo-{slug}.{extension}");
    let notes = match DURATIONS.iter().find(|(playing, _)| *playing == name) {
        Some((_, seconds)) => json!({ "duration": seconds }),
        None => json!({}),
    };
    let path = format!("/storage/v1/object/contents/{key}");
    let request = Request::post(&path)
        .header(header::CONTENT_TYPE, file.metadata.mimetype())
        .header(header::CACHE_CONTROL, "max-age=31536000")
        .header("x-metadata", BASE64_STANDARD.encode(notes.to_string()));
    demo.send(&path, request, file.data.into_owned()).await?;
    Ok(format!("/storage/v1/object/public/contents/{key}"))
}
