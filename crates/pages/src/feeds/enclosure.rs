//! The file of a content: its address, size and type. Programs rely on the feed for the download, so the facts of this
//! site's files come from the file service, as for a visitor.

use serde::Deserialize;
use serde_json::Value as Json;
use url::Url;

use super::{
    item::{Item, absolute, present},
    xml::escape,
};
use crate::{
    Pages,
    dependencies::{Dependencies, Dependency},
    error::Error,
};

const FILES: &str = "/storage/v1/object/public/";
const INFO: &str = "/storage/v1/object/info/public/";

/// Table behind the file service: a replaced file changes the feed.
const OBJECTS: &str = "objects";

/// Audio types by file extension.
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

/// A file for download.
pub struct Enclosure {
    /// Absolute URL.
    pub url: String,
    /// Size in bytes, 0 if unknown.
    pub length: u64,
    pub kind: String,
    /// Duration in whole seconds, if a recording states it.
    pub duration: Option<u64>,
}

impl Enclosure {
    /// Returns the element of RSS 2.0.
    pub fn element(&self) -> String {
        format!(
            "<enclosure url=\"{}\" length=\"{}\" type=\"{}\"/>",
            escape(&self.url),
            self.length,
            escape(&self.kind)
        )
    }
}

/// The file service's facts of a file.
#[derive(Deserialize)]
struct Info {
    size: u64,
    content_type: String,
    /// Metadata from the uploader.
    #[serde(default)]
    metadata: Json,
}

/// Location of a file.
enum Place<'a> {
    /// A public file of this site, by its key.
    Ours(&'a str),
    /// A file of this site for signed-in people.
    Closed,
    Elsewhere,
}

/// Returns the item's own file of any type. Returns `None` if there is none, or visitors may not read it.
pub async fn file_of(
    pages: &Pages,
    reads: &mut Dependencies,
    item: &Item,
) -> Result<Option<Enclosure>, Error> {
    let Some(url) = present(&item.file_url).and_then(|address| located(pages, address)) else {
        return Ok(None);
    };
    match place(pages, &url) {
        Place::Ours(key) => stored(pages, reads, &url, key).await,
        Place::Closed | Place::Elsewhere => Ok(None),
    }
}

/// Returns the item's sound: a public file of this site, or a link elsewhere with an audio extension. Returns `None`
/// otherwise.
pub async fn sound_of(
    pages: &Pages,
    reads: &mut Dependencies,
    item: &Item,
) -> Result<Option<Enclosure>, Error> {
    for address in [&item.file_url, &item.external_link].into_iter().filter_map(present) {
        let Some(url) = located(pages, address) else {
            continue;
        };
        let found = match place(pages, &url) {
            Place::Ours(key) => stored(pages, reads, &url, key).await?,
            Place::Closed => None,
            Place::Elsewhere => elsewhere(&url),
        };
        if let Some(sound) = found.filter(|found| found.kind.starts_with("audio/")) {
            return Ok(Some(sound));
        }
    }
    Ok(None)
}

/// Returns the URL of an address. Characters such as a space are escaped, as in a browser.
fn located(pages: &Pages, address: &str) -> Option<Url> {
    Url::parse(&absolute(address, &pages.0.config.public_url)).ok()
}

fn place<'a>(pages: &Pages, url: &'a Url) -> Place<'a> {
    let here = Url::parse(&pages.0.config.public_url).ok();
    if here.map(|here| here.origin()) != Some(url.origin()) {
        return Place::Elsewhere;
    }
    url.path().strip_prefix(FILES).map_or(Place::Closed, Place::Ours)
}

async fn stored(
    pages: &Pages,
    reads: &mut Dependencies,
    url: &Url,
    key: &str,
) -> Result<Option<Enclosure>, Error> {
    reads.add(Dependency::Table(OBJECTS.to_owned()));
    let answer = pages.0.api.call("GET", &format!("{INFO}{key}"), &[]).await?;
    if answer.status != 200 {
        return Ok(None);
    }
    let info: Info = serde_json::from_slice(&answer.body)
        .map_err(|error| Error::Api(format!("what is known of {key}: {error}")))?;
    let duration = info.metadata.get("duration").and_then(Json::as_f64);
    Ok(Some(Enclosure {
        url: url.to_string(),
        length: info.size,
        kind: info.content_type,
        duration: duration.filter(|seconds| *seconds >= 0.5).map(|seconds| seconds.round() as u64),
    }))
}

fn elsewhere(url: &Url) -> Option<Enclosure> {
    let path = matches!(url.scheme(), "http" | "https").then(|| url.path())?;
    let (_, ending) = path.rsplit_once('.')?;
    let (_, kind) = ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known))?;
    Some(Enclosure { url: url.to_string(), length: 0, kind: (*kind).to_owned(), duration: None })
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
