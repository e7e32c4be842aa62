//! Functions for scripts in the engine: seven under `globalThis.__host`, called by web/src/ssr/polyfills.ts. Scripts
//! have no other access: no file, no socket, no clock but the engine's.
#![expect(clippy::needless_pass_by_value, reason = "the engine hands over owned values")]

use std::{cell::RefCell, rc::Rc, time::Duration};

use rquickjs::{
    Ctx, Exception, IntoJs, Object, Result, TypedArray, Value,
    prelude::{Async, Func, Opt},
};
use url::{Url, quirks};

use crate::{
    api::{Access, Answer, Api},
    dependencies::Dependencies,
    error::Error,
};

/// Maximum sleep. No page waits longer, so a later timer never matters.
const MAX_SLEEP: Duration = Duration::from_secs(60);

/// State behind the functions, one per engine. An engine renders one page at a time.
#[derive(Clone)]
pub struct Host {
    pub api: Api,
    /// Dependencies of the current page so far.
    pub reads: Rc<RefCell<Dependencies>>,
    /// Rights of the current page.
    pub access: Rc<RefCell<Access>>,
}

impl Host {
    /// Installs the functions in the engine.
    pub fn install(&self, ctx: &Ctx<'_>) -> Result<()> {
        let functions = Object::new(ctx.clone())?;
        functions.set("log", Func::from(log))?;
        functions.set("sleep", Func::from(Async(sleep)))?;
        functions.set("urlParse", Func::from(url_parse))?;
        functions.set("urlSet", Func::from(url_set))?;
        functions.set("utf8Encode", Func::from(utf8_encode))?;
        functions.set("utf8Decode", Func::from(utf8_decode))?;
        let host = self.clone();
        let fetch = move |url: String, method: String, headers: Vec<Vec<String>>, body: Opt<String>| {
            let host = host.clone();
            async move { Fetched(host.fetch(&url, &method, headers, body.0.unwrap_or_default()).await) }
        };
        functions.set("fetch", Func::from(Async(fetch)))?;
        ctx.globals().set("__host", functions)
    }

    async fn fetch(
        &self,
        url: &str,
        method: &str,
        headers: Vec<Vec<String>>,
        body: String,
    ) -> std::result::Result<Answer, Error> {
        let pairs = headers.into_iter().map(<[String; 2]>::try_from);
        let headers: Vec<[String; 2]> = pairs.filter_map(std::result::Result::ok).collect();
        let access = self.access.borrow().clone();
        let answer = self.api.call_with(&access, method, url, &headers, body).await;
        self.reads.borrow_mut().add_reads(answer.as_ref().ok().and_then(|answer| answer.reads.as_ref()));
        answer
    }
}

struct Fetched(std::result::Result<Answer, Error>);

impl<'js> IntoJs<'js> for Fetched {
    fn into_js(self, ctx: &Ctx<'js>) -> Result<Value<'js>> {
        let answer = self.0.map_err(|error| Exception::throw_type(ctx, &error.to_string()))?;
        let object = Object::new(ctx.clone())?;
        object.set("status", answer.status)?;
        let headers = answer.headers.into_iter().map(|(name, value)| vec![name, value]);
        object.set("headers", headers.collect::<Vec<_>>())?;
        object.set("body", String::from_utf8_lossy(&answer.body).as_ref())?;
        object.into_js(ctx)
    }
}

struct UrlParts(Url);

impl<'js> IntoJs<'js> for UrlParts {
    fn into_js(self, ctx: &Ctx<'js>) -> Result<Value<'js>> {
        let url = &self.0;
        let object = Object::new(ctx.clone())?;
        object.set("href", quirks::href(url))?;
        object.set("origin", quirks::origin(url))?;
        object.set("protocol", quirks::protocol(url))?;
        object.set("username", quirks::username(url))?;
        object.set("password", quirks::password(url))?;
        object.set("host", quirks::host(url))?;
        object.set("hostname", quirks::hostname(url))?;
        object.set("port", quirks::port(url))?;
        object.set("pathname", quirks::pathname(url))?;
        object.set("search", quirks::search(url))?;
        object.set("hash", quirks::hash(url))?;
        object.into_js(ctx)
    }
}

fn log(level: String, text: String) {
    match level.as_str() {
        "error" => tracing::error!(target: "ateneu_pages::script", "{text}"),
        "warn" => tracing::warn!(target: "ateneu_pages::script", "{text}"),
        "debug" => tracing::debug!(target: "ateneu_pages::script", "{text}"),
        _ => tracing::info!(target: "ateneu_pages::script", "{text}"),
    }
}

async fn sleep(milliseconds: f64) {
    let wanted = Duration::try_from_secs_f64(milliseconds.max(0.0) / 1000.0).unwrap_or(MAX_SLEEP);
    tokio::time::sleep(wanted.min(MAX_SLEEP)).await;
}

fn url_parse(url: String, base: Opt<Option<String>>) -> Option<UrlParts> {
    let parsed = match base.0.flatten() {
        Some(base) => Url::parse(&base).and_then(|base| base.join(&url)),
        None => Url::parse(&url),
    };
    parsed.ok().map(UrlParts)
}

/// Sets a part of a URL. An invalid value is ignored, as in browsers. Only `href` fails.
fn url_set(ctx: Ctx<'_>, href: String, part: String, value: String) -> Result<UrlParts> {
    let invalid = |_| Exception::throw_type(&ctx, "Invalid URL");
    let mut url = Url::parse(&href).map_err(invalid)?;
    let fits = match part.as_str() {
        "href" => quirks::set_href(&mut url, &value).map_err(invalid).map(Ok)?,
        "protocol" => quirks::set_protocol(&mut url, &value),
        "username" => quirks::set_username(&mut url, &value),
        "password" => quirks::set_password(&mut url, &value),
        "host" => quirks::set_host(&mut url, &value),
        "hostname" => quirks::set_hostname(&mut url, &value),
        "port" => quirks::set_port(&mut url, &value),
        "pathname" => {
            quirks::set_pathname(&mut url, &value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, &value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(&mut url, &value);
            Ok(())
        }
        _ => Err(()),
    };
    if fits.is_err() {
        tracing::debug!(part, "a part that does not fit its URL was ignored");
    }
    Ok(UrlParts(url))
}

fn utf8_encode(ctx: Ctx<'_>, text: String) -> Result<TypedArray<'_, u8>> {
    TypedArray::new(ctx, text)
}

fn utf8_decode(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}
