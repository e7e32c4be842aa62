//! A JavaScript engine that holds the built application and renders one page at a time, within limits of time, memory
//! and stack. It is replaced after a failure, which takes about two milliseconds.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use ateneu_content::Content;
use rquickjs::{
    AsyncContext, AsyncRuntime, CatchResultExt, CaughtError, Ctx, Function, Module, Object, Promise,
    module::WriteOptions,
};
use serde::{Deserialize, Serialize};

use crate::{
    api::{Access, Api, FormAccess},
    dependencies::{CONTENT, Dependencies, Dependency},
    error::Error,
    host::Host,
};

/// Stack of the engine. Its thread has four times that.
const STACK: usize = 4 * 1024 * 1024;
/// Memory of the engine. A page needs about one and a half megabytes.
const MEMORY: usize = 64 * 1024 * 1024;
/// Time that a waiting render has beyond the deadline to notice it.
const GRACE: Duration = Duration::from_millis(100);
/// Name of the evaluated application among the engine's globals.
const APPLICATION: &str = "__application";

/// The application compiled once, shared by all engines of this process and never stored.
#[derive(Clone)]
pub struct Bytecode(Arc<[u8]>);

/// Values that every render needs.
#[derive(Clone)]
pub struct EngineConfig {
    pub api: Api,
    /// The public origin, without a slash at the end.
    pub origin: Arc<str>,
    /// The owner's content. Every page gets the part about the site.
    pub content: Content,
    /// Maximum time of a render.
    pub budget: Duration,
}

/// Request to an engine: for the page at an address, or for its response to a posted form.
#[derive(Clone, Debug)]
pub struct RenderRequest {
    pub url: String,
    pub post: Option<Post>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Post {
    /// Name of the form, one of those that the page declares.
    pub form: String,
    /// The posted fields, in order.
    pub fields: Vec<(String, String)>,
    #[serde(skip)]
    pub access: Arc<FormAccess>,
}

/// A rendered page, in parts.
#[derive(Clone, Debug)]
pub struct Rendered {
    pub status: u16,
    /// Target of a redirect.
    pub location: Option<String>,
    pub head: String,
    pub body: String,
    pub state: String,
    /// Source paths of the page's code.
    pub modules: Vec<String>,
    /// Dependencies of the page.
    pub reads: Dependencies,
}

/// An entry of the application's route table.
#[derive(Clone, Debug, Deserialize)]
pub struct Route {
    /// A pattern such as `/blog/:id`.
    pub path: String,
    pub render: RenderedBy,
    /// Query parameters that the page reads. Others are ignored.
    #[serde(default)]
    pub query: Vec<String>,
    /// True if crawlers may list it.
    #[serde(default = "usually")]
    pub indexed: bool,
    /// Forms that the page handles, with the names under `/rest/v1/` that each may write to.
    #[serde(default)]
    pub forms: BTreeMap<String, Vec<String>>,
    /// True if its address holds a secret, so that it is never cached.
    #[serde(default)]
    pub secret: bool,
}

fn usually() -> bool {
    true
}

/// Program that turns the page into HTML.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum RenderedBy {
    /// The server, as the anonymous visitor.
    Server,
    /// The browser: the page requires a signed-in person.
    Client,
    /// No program: an old address that redirects.
    Moved,
}

/// An engine with the application loaded. Lives on one thread.
pub struct Engine {
    context: AsyncContext,
    host: Host,
    config: EngineConfig,
    deadline: Rc<Cell<Option<Instant>>>,
    /// The engine reads the bytecode in place, so it must be dropped last.
    _bytecode: Bytecode,
}

impl Engine {
    /// Compiles the application's source.
    pub async fn compile(source: &str) -> Result<Bytecode, Error> {
        let runtime = AsyncRuntime::new().map_err(engine)?;
        runtime.set_max_stack_size(STACK).await;
        let context = AsyncContext::full(&runtime).await.map_err(engine)?;
        let bytes = context
            .with(|ctx| {
                let module =
                    Module::declare(ctx.clone(), "entry-server.js", source).catch(&ctx).map_err(script)?;
                // Function names and lines are kept, to locate errors in the page's code.
                let options = WriteOptions { strip_source: true, ..WriteOptions::default() };
                module.write(options).catch(&ctx).map_err(script)
            })
            .await?;
        Ok(Bytecode(bytes.into()))
    }

    /// Starts an engine and evaluates the application.
    pub async fn start(bytecode: Bytecode, config: EngineConfig) -> Result<Self, Error> {
        let runtime = AsyncRuntime::new().map_err(engine)?;
        runtime.set_memory_limit(MEMORY).await;
        runtime.set_max_stack_size(STACK).await;
        let deadline = Rc::new(Cell::new(None::<Instant>));
        let watched = Rc::clone(&deadline);
        let late = move || watched.get().is_some_and(|deadline| Instant::now() > deadline);
        runtime.set_interrupt_handler(Some(Box::new(late))).await;
        let host = Host {
            api: config.api.clone(),
            reads: Rc::new(RefCell::new(Dependencies::default())),
            access: Rc::new(RefCell::new(Access::Read)),
        };
        let engine = Self {
            context: AsyncContext::full(&runtime).await.map_err(engine)?,
            host,
            config,
            deadline,
            _bytecode: bytecode.clone(),
        };
        engine.within_budget(engine.evaluate(&bytecode)).await?;
        Ok(engine)
    }

    /// Returns the application's route table.
    pub async fn routes(&self) -> Result<Vec<Route>, Error> {
        let work = self.context.async_with(async |ctx| {
            let table: Object = application(&ctx)?.get("routes").catch(&ctx).map_err(script)?;
            let json = ctx.json_stringify(table).catch(&ctx).map_err(script)?;
            json.map_or_else(|| Ok(String::new()), |json| json.to_string().map_err(engine))
        });
        let json = self.within_budget(work).await?;
        serde_json::from_str(&json).map_err(|error| Error::BadBuild(format!("its route table: {error}")))
    }

    /// Renders the page at a path and query, or handles a post to it.
    pub async fn render(&self, request: &RenderRequest) -> Result<Rendered, Error> {
        let mut reads = Dependencies::default();
        reads.add(Dependency::Table(CONTENT.to_owned()));
        self.host.reads.replace(reads);
        let EngineConfig { origin, content, .. } = &self.config;
        let site = &content.current().site;
        let input =
            serde_json::json!({ "url": request.url, "origin": **origin, "site": site, "post": request.post })
                .to_string();
        let access =
            request.post.as_ref().map_or(Access::Read, |post| Access::Form(Arc::clone(&post.access)));
        self.host.access.replace(access);
        let work = self.context.async_with(async move |ctx| run(&ctx, input).await);
        let page = self.within_budget(work).await;
        // Code of the page that is still running may only read.
        self.host.access.take();
        let mut page = page?;
        page.reads = self.host.reads.take();
        Ok(page)
    }

    async fn evaluate(&self, bytecode: &Bytecode) -> Result<(), Error> {
        let bytes = Arc::clone(&bytecode.0);
        let host = self.host.clone();
        let work = self.context.async_with(async move |ctx| {
            host.install(&ctx).catch(&ctx).map_err(script)?;
            #[expect(
                unsafe_code,
                reason = "the bytecode was compiled by this process and is kept as long as the engine"
            )]
            let module = unsafe { Module::load(ctx.clone(), &bytes) }.catch(&ctx).map_err(script)?;
            let (module, evaluated) = module.eval().catch(&ctx).map_err(script)?;
            evaluated.into_future::<()>().await.catch(&ctx).map_err(script)?;
            let exports = module.namespace().catch(&ctx).map_err(script)?;
            ctx.globals().set(APPLICATION, exports).catch(&ctx).map_err(script)
        });
        work.await
    }

    /// Limits the time of `work`. The engine stops running code at the deadline, the timer waiting code.
    async fn within_budget<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let budget = self.config.budget;
        let deadline = Instant::now() + budget;
        self.deadline.set(Some(deadline));
        let outcome = tokio::time::timeout(budget + GRACE, work).await;
        self.deadline.set(None);
        match outcome {
            Ok(Err(Error::Script(_))) if Instant::now() > deadline => Err(Error::TimedOut),
            Ok(outcome) => outcome,
            Err(_) => Err(Error::TimedOut),
        }
    }
}

fn application<'js>(ctx: &Ctx<'js>) -> Result<Object<'js>, Error> {
    ctx.globals().get(APPLICATION).catch(ctx).map_err(script)
}

async fn run(ctx: &Ctx<'_>, input: String) -> Result<Rendered, Error> {
    let render: Function = application(ctx)?.get("render").catch(ctx).map_err(script)?;
    let input = ctx.json_parse(input).catch(ctx).map_err(script)?;
    let promise: Promise = render.call((input,)).catch(ctx).map_err(script)?;
    let page: Object = promise.into_future().await.catch(ctx).map_err(script)?;
    parts(&page).catch(ctx).map_err(script)
}

fn parts(page: &Object<'_>) -> rquickjs::Result<Rendered> {
    Ok(Rendered {
        status: page.get("status")?,
        location: page.get("location")?,
        head: page.get("head")?,
        body: page.get("body")?,
        state: page.get("state")?,
        modules: page.get("modules")?,
        reads: Dependencies::default(),
    })
}

#[expect(clippy::needless_pass_by_value, reason = "used as `map_err(engine)`")]
fn engine(error: rquickjs::Error) -> Error {
    Error::Engine(error.to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "used as `map_err(script)`")]
fn script(error: CaughtError<'_>) -> Error {
    Error::Script(error.to_string())
}
