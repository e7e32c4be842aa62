//! `/podcast.xml`: the public audio contents as a podcast that directories accept. Episodes without sound for visitors
//! are left out.

use axum::{extract::State, http::HeaderMap, response::Response};
use uuid::Uuid;

use super::{
    enclosure::{self, Enclosure},
    item::Item,
    xml::{element, escape},
};
use crate::{Pages, dependencies::Dependencies, document::Document, error::Error};

/// Maximum number of episodes that directories read.
const EPISODES: usize = 300;
/// Namespace of podcasts, in which a feed's URL becomes its permanent id.
const GUIDS: Uuid = Uuid::from_u128(0xead4_c236_bf58_58c6_a2c6_a6b2_8d12_8cb6);

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    pages.kept("/podcast.xml", &headers, || make(&pages)).await
}

async fn make(pages: &Pages) -> Result<(Document, Dependencies), Error> {
    let mut reads = Dependencies::default();
    let items = Item::newest(pages, &mut reads, "&content_type=eq.audio", EPISODES).await?;
    let mut episodes = Vec::new();
    for item in &items {
        if let Some(sound) = enclosure::sound_of(pages, &mut reads, item).await? {
            episodes.push((item, sound));
        }
    }
    let text = feed(pages, &episodes);
    Ok((Document::new("application/rss+xml; charset=utf-8", text), reads))
}

fn feed(pages: &Pages, episodes: &[(&Item, Enclosure)]) -> String {
    let origin = pages.0.config.public_url.as_str();
    let site = &pages.content().site;
    let (name, description, email) = (&site.name, &site.description, &site.links.email);
    let place = escape(origin);
    let mut channel = [
        element("title", &format!("{name}: podcast")),
        element("link", &format!("{origin}/conteudos/podcasts")),
        element("description", description),
        element("language", "pt-BR"),
        format!("<atom:link href=\"{place}/podcast.xml\" rel=\"self\" type=\"application/rss+xml\"/>"),
        element("itunes:author", name),
        element("itunes:summary", description),
        format!("<itunes:image href=\"{place}/share/podcast.png\"/>"),
        "<itunes:category text=\"Business\"><itunes:category text=\"Management\"/></itunes:category>"
            .to_owned(),
        element("itunes:explicit", "false"),
        element("itunes:type", "episodic"),
        element("podcast:guid", &guid(origin)),
        element("podcast:medium", "podcast"),
    ]
    .concat();
    channel += &format!(
        "<itunes:owner>{}{}</itunes:owner><podcast:locked owner=\"{}\">yes</podcast:locked>",
        element("itunes:name", name),
        element("itunes:email", email),
        escape(email)
    );
    if let Some(latest) = episodes.iter().map(|(item, _)| item.updated_at).max() {
        channel += &element("lastBuildDate", &latest.to_http_date());
    }
    channel.extend(episodes.iter().map(|(item, sound)| episode(item, sound, origin, name)));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\" \
         xmlns:podcast=\"https://podcastindex.org/namespace/1.0\"><channel>{channel}</channel></rss>\n"
    )
}

fn episode(item: &Item, sound: &Enclosure, origin: &str, author: &str) -> String {
    let mut xml = element("title", &item.title);
    xml += &element("link", &item.link(origin));
    // The id is the same at every address of the site: programs recognise played episodes by it.
    xml += &format!("<guid isPermaLink=\"false\">{}</guid>", escape(&item.id));
    xml += &element("pubDate", &item.published().to_http_date());
    xml += &sound.element();
    if let Some(description) = item.description() {
        xml += &element("description", description);
        xml += &element("itunes:summary", description);
    }
    if let Some(html) = item.html(origin) {
        xml += &element("content:encoded", &html);
    }
    if let Some(duration) = sound.duration {
        xml += &element("itunes:duration", &duration.to_string());
    }
    xml += &element("itunes:author", author);
    xml += &element("itunes:episodeType", "full");
    xml += &element("itunes:explicit", "false");
    format!("<item>{xml}</item>")
}

/// Returns the identifier that the podcast namespace derives from the feed's address without its scheme.
fn guid(origin: &str) -> String {
    let address = format!("{origin}/podcast.xml");
    let without_scheme = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
    Uuid::new_v5(&GUIDS, without_scheme.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_podcast_guid_follows_the_namespace() {
        // Example of https://podcasting2.org/docs/podcast-namespace/tags/guid
        let name = Uuid::new_v5(&GUIDS, b"podnews.net/rss");
        assert_eq!(name.to_string(), "9b024349-ccf0-5f69-a609-6b82873eab3c");
        assert_eq!(guid("https://a.test"), guid("http://a.test"));
        assert_ne!(guid("https://a.test"), guid("https://b.test"));
    }
}
