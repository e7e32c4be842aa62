//! The sound of a podcast episode: where it is, how long, of what type. Podcast programs download it by what the feed
//! says, so the size and type of our own files are asked of the file service, as a visitor.

use serde::Deserialize;
use serde_json::Value as Json;
use url::Url;

use super::item::{Item, absolute, present};
use crate::{
    Pages,
    error::Error,
    reads::{Read, Reads},
};

const FILES: &str = "/storage/v1/object/public/";
const INFO: &str = "/storage/v1/object/info/public/";

/// The table behind the file service: a replaced file changes the feed.
const OBJECTS: &str = "objects";

/// Sound formats that players know by their ending.
const ENDINGS: [(&str, &str); 8] = [
    ("mp3", "audio/mpeg"),
    ("m4a", "audio/mp4"),
    ("m4b", "audio/mp4"),
    ("aac", "audio/aac"),
    ("ogg", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("flac", "audio/flac"),
    ("wav", "audio/wav"),
];

/// A file to be downloaded.
pub struct Enclosure {
    /// Absolute.
    pub url: String,
    /// In bytes; 0 where nobody knows.
    pub length: u64,
    /// A media type of sound.
    pub kind: String,
    /// In whole seconds.
    pub duration: Option<u64>,
}

/// What the file service knows of a file.
#[derive(Deserialize)]
struct Info {
    size: u64,
    content_type: String,
    /// Whatever its uploader said of it.
    #[serde(default)]
    metadata: Json,
}

/// The item's sound: a public file of ours, or a link elsewhere that says by its ending what it is. None for anything else.
pub async fn of(pages: &Pages, reads: &mut Reads, item: &Item) -> Result<Option<Enclosure>, Error> {
    let origin = pages.0.config.public_url.as_str();
    let here = Url::parse(origin).ok().map(|url| url.origin());
    for address in [&item.file_url, &item.external_link]
        .into_iter()
        .filter_map(present)
    {
        let address = absolute(address, origin);
        // Signs that cannot stand in an address, such as a space in a name, are escaped as a browser does.
        let Ok(url) = Url::parse(&address) else {
            continue;
        };
        let is_own = here.as_ref() == Some(&url.origin());
        let found = match url.path().strip_prefix(FILES) {
            Some(key) if is_own => {
                reads.add(Read::Table(OBJECTS.to_owned()));
                stored(pages, &url, key).await?
            }
            // Here, but for somebody signed in.
            _ if is_own => None,
            _ => elsewhere(&url),
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

async fn stored(pages: &Pages, url: &Url, key: &str) -> Result<Option<Enclosure>, Error> {
    let answer = pages.0.api.call("GET", &format!("{INFO}{key}"), &[]).await?;
    if answer.status != 200 {
        return Ok(None);
    }
    let info: Info = serde_json::from_slice(&answer.body)
        .map_err(|error| Error::Api(format!("what is known of {key}: {error}")))?;
    let duration = info.metadata.get("duration").and_then(Json::as_f64);
    Ok(info.content_type.starts_with("audio/").then(|| Enclosure {
        url: url.to_string(),
        length: info.size,
        kind: info.content_type,
        duration: duration
            .filter(|seconds| *seconds >= 0.5)
            .map(|seconds| seconds.round() as u64),
    }))
}

fn elsewhere(url: &Url) -> Option<Enclosure> {
    let path = matches!(url.scheme(), "http" | "https").then(|| url.path())?;
    let (_, ending) = path.rsplit_once('.')?;
    let (_, kind) = ENDINGS
        .iter()
        .find(|(known, _)| ending.eq_ignore_ascii_case(known))?;
    Some(Enclosure {
        url: url.to_string(),
        length: 0,
        kind: (*kind).to_owned(),
        duration: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_elsewhere_is_sound_by_its_ending_only() {
        for (address, expected) in [
            ("https://cdn.test/a/b.mp3", Some("audio/mpeg")),
            ("https://cdn.test/b.M4A?token=1.x", Some("audio/mp4")),
            ("https://cdn.test/b.html", None),
            ("https://cdn.test/mp3", None),
            ("ftp://cdn.test/b.mp3", None),
            ("javascript:alert(1).mp3", None),
        ] {
            let kind = elsewhere(&Url::parse(address).unwrap()).map(|found| found.kind);
            assert_eq!(kind.as_deref(), expected, "{address}");
        }
    }
}
