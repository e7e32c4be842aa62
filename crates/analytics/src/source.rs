//! Source of a visit: the linking site, or the link's own parameters (`source`, `medium`). Names are few and identify
//! no visitor: only the host of an address is read.

use ateneu_module::Arrival;
use ateneu_schema::Words;
use url::Url;

/// The groups of sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Kind {
    /// Typed, a bookmark, or an unknown program.
    Direct,
    /// Search engines and assistants.
    Search,
    Social,
    /// Newsletters and mail programs.
    Newsletter,
    /// A campaign, by the name in the link.
    Campaign,
    /// Any other site.
    Site,
    /// Further sources, after the day's maximum of names.
    Other,
}

/// One source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    pub kind: Kind,
    /// Name. Empty if the kind says all.
    pub name: String,
}

/// Maximum length of a name.
const MAX_NAME_LENGTH: usize = 60;

/// Known hosts, including their subdomains, with kind and name.
const KNOWN: &[(&str, Kind, &str)] = &[
    ("mail.google.com", Kind::Newsletter, "Gmail"),
    ("com.google.android.gm", Kind::Newsletter, "Gmail"),
    ("mail.yahoo.com", Kind::Newsletter, "Yahoo Mail"),
    ("outlook.live.com", Kind::Newsletter, "Outlook"),
    ("outlook.office.com", Kind::Newsletter, "Outlook"),
    ("outlook.office365.com", Kind::Newsletter, "Outlook"),
    ("mail.uol.com.br", Kind::Newsletter, "UOL Mail"),
    ("gemini.google.com", Kind::Search, "Gemini"),
    ("com.google.android.googlequicksearchbox", Kind::Search, "Google"),
    ("bing.com", Kind::Search, "Bing"),
    ("duckduckgo.com", Kind::Search, "DuckDuckGo"),
    ("yahoo.com", Kind::Search, "Yahoo"),
    ("ecosia.org", Kind::Search, "Ecosia"),
    ("search.brave.com", Kind::Search, "Brave Search"),
    ("startpage.com", Kind::Search, "Startpage"),
    ("qwant.com", Kind::Search, "Qwant"),
    ("yandex.com", Kind::Search, "Yandex"),
    ("yandex.ru", Kind::Search, "Yandex"),
    ("baidu.com", Kind::Search, "Baidu"),
    ("chatgpt.com", Kind::Search, "ChatGPT"),
    ("chat.openai.com", Kind::Search, "ChatGPT"),
    ("perplexity.ai", Kind::Search, "Perplexity"),
    ("claude.ai", Kind::Search, "Claude"),
    ("copilot.microsoft.com", Kind::Search, "Copilot"),
    ("linkedin.com", Kind::Social, "LinkedIn"),
    ("com.linkedin.android", Kind::Social, "LinkedIn"),
    ("lnkd.in", Kind::Social, "LinkedIn"),
    ("instagram.com", Kind::Social, "Instagram"),
    ("facebook.com", Kind::Social, "Facebook"),
    ("whatsapp.com", Kind::Social, "WhatsApp"),
    ("wa.me", Kind::Social, "WhatsApp"),
    ("com.whatsapp", Kind::Social, "WhatsApp"),
    ("youtube.com", Kind::Social, "YouTube"),
    ("youtu.be", Kind::Social, "YouTube"),
    ("x.com", Kind::Social, "X"),
    ("twitter.com", Kind::Social, "X"),
    ("t.co", Kind::Social, "X"),
    ("threads.net", Kind::Social, "Threads"),
    ("threads.com", Kind::Social, "Threads"),
    ("tiktok.com", Kind::Social, "TikTok"),
    ("t.me", Kind::Social, "Telegram"),
    ("telegram.org", Kind::Social, "Telegram"),
    ("org.telegram.messenger", Kind::Social, "Telegram"),
    ("pinterest.com", Kind::Social, "Pinterest"),
    ("reddit.com", Kind::Social, "Reddit"),
];

impl Source {
    pub fn other() -> Self {
        Self { kind: Kind::Other, name: String::new() }
    }

    /// Returns the source stored with these names of kind and source.
    pub fn stored(kind: &str, name: &str) -> Option<Self> {
        Some(Self::of(Kind::of(kind)?, name))
    }

    fn of(kind: Kind, name: &str) -> Self {
        Self { kind, name: name.to_owned() }
    }

    /// Returns `true` if its name is free text, so that their number is unlimited.
    pub fn is_open(&self) -> bool {
        let is_known = KNOWN.iter().any(|(_, kind, name)| *kind == self.kind && *name == self.name);
        !is_known && !self.name.is_empty() && self.name != GOOGLE
    }

    /// Returns the source of an arrival. Returns `None` if the visit began on this site.
    pub fn of_arrival(arrival: &Arrival<'_>) -> Option<Self> {
        let host = host_of(arrival.referrer);
        if host.as_deref().is_some_and(|host| host == host_only(arrival.own_host)) {
            return None;
        }
        let by_link = utm_word(arrival.source).map(|source| of_link(&source, arrival.medium));
        let by_host = || host.map_or_else(|| Self::of(Kind::Direct, ""), |host| of_host(&host));
        Some(by_link.unwrap_or_else(by_host))
    }
}

const GOOGLE: &str = "Google";

/// Returns the source in a link's parameters.
fn of_link(source: &str, medium: &str) -> Source {
    let medium = medium.to_ascii_lowercase();
    let is_mail = |word: &str| matches!(word, "newsletter" | "email" | "e-mail");
    if is_mail(&medium) || is_mail(source) {
        return Source::of(Kind::Newsletter, source);
    }
    if !["cpc", "ppc", "paid"].iter().any(|paid| medium.starts_with(paid)) {
        if source == "google" {
            return Source::of(Kind::Search, GOOGLE);
        }
        let named =
            |(host, _, name): &&(&str, Kind, &str)| *host == source || name.to_ascii_lowercase() == source;
        if let Some((_, kind, name)) = KNOWN.iter().find(named) {
            return Source::of(*kind, name);
        }
    }
    Source::of(Kind::Campaign, source)
}

fn of_host(host: &str) -> Source {
    let below =
        |domain: &str| host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    if let Some((_, kind, name)) = KNOWN.iter().find(|(domain, ..)| below(domain)) {
        return Source::of(*kind, name);
    }
    // Brands with a domain for each country.
    let country = |brand: &str| {
        host.split_once(brand).is_some_and(|(before, rest)| before.is_empty() && rest.len() <= 6)
    };
    if country("google.") {
        return Source::of(Kind::Search, GOOGLE);
    }
    Source::of(Kind::Site, host)
}

/// Returns the host of an address in stored form: lower case, without `www.`. Returns `None` if it is not a web address
/// of a site.
fn host_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    if !matches!(url.scheme(), "http" | "https" | "android-app") {
        return None;
    }
    let host = host_only(url.host_str()?);
    let usable = host.len() <= MAX_NAME_LENGTH
        && host.contains('.')
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
    usable.then_some(host)
}

/// Returns the host in lower case, without port and `www.`.
fn host_only(host: &str) -> String {
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host).to_ascii_lowercase();
    host.strip_prefix("www.").map_or_else(|| host.clone(), str::to_owned)
}

/// Returns a valid word of a link's campaign. Returns `None` for text that could identify a person, such as an address.
fn utm_word(word: &str) -> Option<String> {
    let word = word.trim().to_ascii_lowercase();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (!word.is_empty() && word.len() <= MAX_NAME_LENGTH && word.bytes().all(plain)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source_of(referrer: &str, source: &str, medium: &str) -> Option<(&'static str, String)> {
        let arrival = Arrival { referrer, source, medium, own_host: "www.site.test:8080" };
        Source::of_arrival(&arrival).map(|source| (source.kind.word(), source.name))
    }

    #[test]
    fn only_the_host_of_a_referrer_is_stored() {
        for (referrer, kind, name) in [
            ("", "direct", ""),
            ("not an address", "direct", ""),
            ("data:text/html,x", "direct", ""),
            ("https://www.google.com/search?q=segredo", "search", "Google"),
            ("https://www.google.com.br/", "search", "Google"),
            ("https://google.evil-company.com/", "site", "google.evil-company.com"),
            ("android-app://com.google.android.googlequicksearchbox/", "search", "Google"),
            ("https://mail.google.com/mail/u/0", "newsletter", "Gmail"),
            ("https://br.search.yahoo.com/", "search", "Yahoo"),
            ("https://l.instagram.com/", "social", "Instagram"),
            ("android-app://com.linkedin.android/", "social", "LinkedIn"),
            ("https://notlinkedin.com/", "site", "notlinkedin.com"),
            ("https://WWW.Revista.com.br:444/a?b#c", "site", "revista.com.br"),
        ] {
            assert_eq!(source_of(referrer, "", ""), Some((kind, name.to_owned())), "{referrer}");
        }
        let long = format!("https://{}.test/", "a".repeat(61));
        assert_eq!(source_of(&long, "", ""), Some(("direct", String::new())));
    }

    #[test]
    fn a_campaign_parameter_names_the_source() {
        for (source, medium, kind, name) in [
            ("Carta-12", "email", "newsletter", "carta-12"),
            ("newsletter", "", "newsletter", "newsletter"),
            ("linkedin", "post", "social", "LinkedIn"),
            ("google", "cpc", "campaign", "google"),
            ("google", "", "search", "Google"),
            ("chatgpt.com", "", "search", "ChatGPT"),
            ("palestra_2026", "qr", "campaign", "palestra_2026"),
            // It may be a person's address.
            ("ana@empresa.test", "email", "site", "revista.com.br"),
        ] {
            let found = source_of("https://revista.com.br/", source, medium);
            assert_eq!(found, Some((kind, name.to_owned())), "{source}");
        }
    }

    #[test]
    fn a_link_of_this_site_is_no_new_visit() {
        assert_eq!(source_of("https://site.test/blog", "", ""), None);
        assert_eq!(source_of("http://www.site.test:8080/", "newsletter", "email"), None);
    }

    #[test]
    fn only_referrer_and_campaign_names_are_open_sets() {
        let open = |kind, name: &str| Source::of(kind, name).is_open();
        assert!(open(Kind::Site, "revista.com.br") && open(Kind::Newsletter, "carta-12"));
        assert!(!open(Kind::Newsletter, "Gmail") && !open(Kind::Search, GOOGLE) && !open(Kind::Direct, ""));
    }
}
