//! The rendering threads. The queue is bounded: beyond it a render is refused at once and the visitor's browser renders
//! instead.

use std::{sync::Arc, thread};

use tokio::{
    runtime::Builder,
    sync::{Mutex, mpsc, oneshot},
};

use crate::{
    engine::{Bytecode, Engine, EngineConfig, Post, RenderRequest, Rendered, Route},
    error::Error,
};

/// Number of engines, each with its own thread.
const WORKERS: usize = 2;
/// Maximum number of waiting renders.
const QUEUE: usize = 64;
/// Stack of a thread, four times the engine's.
const THREAD_STACK: usize = 16 * 1024 * 1024;
/// Number of pages that an engine renders before a new one replaces it, which frees accumulated memory.
const RENDERS_PER_ENGINE: u32 = 1_000;

struct Job {
    request: RenderRequest,
    answer: oneshot::Sender<Result<Rendered, Error>>,
}

/// Handle to the rendering threads. They end when it is dropped.
pub struct Pool {
    queue: mpsc::Sender<Job>,
}

impl Pool {
    /// Compiles the application, reads its route table and starts the threads.
    pub async fn start(source: String, config: EngineConfig) -> Result<(Self, Vec<Route>), Error> {
        let (answer, ready) = oneshot::channel();
        let prepared = config.clone();
        on_own_thread("prepare-pages", async move || {
            if answer.send(prepare(&source, prepared).await).is_err() {
                tracing::debug!("failed to hand over the prepared pages: their receiver is gone");
            }
        })?;
        let (bytecode, routes) =
            ready.await.map_err(|_| Error::Engine("it stopped while starting".into()))??;

        let (queue, jobs) = mpsc::channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for worker in 0..WORKERS {
            let (bytecode, config, jobs) = (bytecode.clone(), config.clone(), Arc::clone(&jobs));
            on_own_thread(&format!("pages-{worker}"), async move || work(bytecode, config, &jobs).await)?;
        }
        Ok((Self { queue }, routes))
    }

    /// Renders the page at a path and query.
    pub async fn render(&self, url: &str) -> Result<Rendered, Error> {
        let url = url.to_owned();
        self.submit(RenderRequest { url, post: None }).await
    }

    /// Handles a post to the page at a path and query.
    pub async fn answer(&self, url: &str, post: Post) -> Result<Rendered, Error> {
        let (url, post) = (url.to_owned(), Some(post));
        self.submit(RenderRequest { url, post }).await
    }

    async fn submit(&self, request: RenderRequest) -> Result<Rendered, Error> {
        let (answer, rendered) = oneshot::channel();
        let job = Job { request, answer };
        self.queue.try_send(job).map_err(|_| Error::Busy)?;
        rendered.await.unwrap_or_else(|_| Err(Error::Engine("its thread ended".into())))
    }
}

async fn prepare(source: &str, config: EngineConfig) -> Result<(Bytecode, Vec<Route>), Error> {
    let bytecode = Engine::compile(source).await?;
    let engine = Engine::start(bytecode.clone(), config).await?;
    Ok((bytecode, engine.routes().await?))
}

/// Runs `work` on its own thread: an engine cannot move between threads, and needs more stack than the web server's
/// have.
fn on_own_thread<F>(name: &str, work: F) -> Result<(), Error>
where
    F: AsyncFnOnce() + Send + 'static,
{
    let failed = |error: std::io::Error| Error::Engine(error.to_string());
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(THREAD_STACK)
        .spawn(move || runtime.block_on(work()))
        .map_err(failed)?;
    Ok(())
}

async fn work(bytecode: Bytecode, config: EngineConfig, jobs: &Mutex<mpsc::Receiver<Job>>) {
    let mut engine: Option<(Engine, u32)> = None;
    loop {
        let next = jobs.lock().await.recv().await;
        let Some(job) = next else { break };
        if job.answer.is_closed() {
            continue;
        }
        let outcome = match engine.take() {
            Some((ready, renders)) if renders < RENDERS_PER_ENGINE => Ok((ready, renders)),
            _ => Engine::start(bytecode.clone(), config.clone()).await.map(|fresh| (fresh, 0)),
        };
        let answer = match outcome {
            Ok((ready, renders)) => {
                let answer = ready.render(&job.request).await;
                // A failed render may leave garbage, so its engine is dropped.
                engine = answer.is_ok().then_some((ready, renders + 1));
                answer
            }
            Err(error) => Err(error),
        };
        if job.answer.send(answer).is_err() {
            tracing::debug!("rendered a page after its visitor had disconnected");
        }
    }
}
