//! `copy-picture`: copies a picture of another site, pasted with a text, to this one. It is fetched from the public
//! internet only, and stored re-encoded.

use std::time::Duration;

use ateneu_base::ids;
use ateneu_functions::{Function, Refusal, Writer};
use ateneu_outbound::{Limits, Outbound};
use ateneu_storage::{Error as StorageError, Storage};
use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{bucket::PICTURES, refused::Refused};

/// Limits of one picture.
const LIMITS: Limits =
    Limits { time: Duration::from_secs(10), bytes: 15 * 1024 * 1024, beginning: false, redirects: 3 };
/// Width of pictures in texts, in pixels.
const WIDTH: u32 = 1_600;
const BUCKET: &str = "contents";
/// Maximum length of a name in characters.
const MAX_NAME_LENGTH: usize = 200;

/// Services that fetch and store pictures of other sites. Clones share them.
#[derive(Clone)]
pub struct ForeignPictures {
    /// Storage of the copies.
    pub storage: Storage,
    /// Client for the other sites.
    pub outbound: Outbound,
}

/// Returns the server functions of this module.
pub fn functions() -> Vec<Function<ForeignPictures>> {
    vec![Function::new("copy-picture", "escrever conteúdos", copy)]
}

#[derive(Deserialize, JsonSchema)]
struct Wanted {
    /// URL of the picture.
    url: String,
}

/// A stored picture.
#[derive(Serialize, JsonSchema)]
struct Copied {
    /// Path on this site.
    url: String,
    width: u32,
    height: u32,
}

async fn copy(pictures: ForeignPictures, Writer(caller): Writer, wanted: Wanted) -> Result<Copied, Refusal> {
    let url = Url::parse(wanted.url.trim()).map_err(|_| Refused::PictureNotFound)?;
    let accept = "image/webp,image/png,image/jpeg,image/gif,image/avif";
    let answer = pictures.outbound.get(&url, accept, LIMITS).await.map_err(|problem| {
        tracing::debug!(%problem, "a pasted picture was not found");
        Refused::PictureNotFound
    })?;
    if !answer.status.is_success() || !answer.content_type().starts_with("image/") {
        return Err(Refused::PictureNotFound.into());
    }
    let key = format!("{PICTURES}/{}.webp", ids::random_id());
    let name = name_of(&url);
    let known = (name.as_deref(), caller.user_id);
    match pictures.storage.store_picture(BUCKET, &key, answer.body, WIDTH, known).await {
        Ok((width, height)) => {
            Ok(Copied { url: format!("/storage/v1/object/public/{BUCKET}/{key}"), width, height })
        }
        Err(StorageError::Unavailable) => Err(Refused::PicturesBusy.into()),
        Err(problem) => {
            tracing::debug!(%problem, "a pasted picture cannot be read");
            Err(Refused::PictureNotFound.into())
        }
    }
}

/// Returns the name of a picture on its site, with the extension of its stored type.
fn name_of(url: &Url) -> Option<String> {
    let last = url.path_segments()?.next_back()?;
    let name = percent_decode_str(last).decode_utf8().ok()?;
    let bare = name.rsplit_once('.').map_or(&*name, |(bare, _)| bare);
    let bare: String = bare.chars().filter(|letter| !letter.is_control()).take(MAX_NAME_LENGTH).collect();
    (!bare.trim().is_empty()).then(|| format!("{}.webp", bare.trim()))
}
