//! The active parts of a subject. The application starts and closes them.

use std::sync::Arc;

use anyhow::Result;
use ateneu_content::{ContentFiles, Problem};
use ateneu_functions::{BoundFunction, Function};
use ateneu_jobs::Job;
use ateneu_mail::RowEmails;
use ateneu_queue::{Handler, Workers};
use axum::Router;
use futures::future::BoxFuture;
use serde_json::Value as Json;

use crate::{
    demo::{Demo, Fill},
    measures::{Figure, MeasureSource},
};

/// Wraps the public pages in layers and routes.
pub type AroundPages = Arc<dyn Fn(Router) -> Router + Send + Sync>;

/// Stores state from memory when the application closes.
pub type OnClose = Arc<dyn Fn() -> BoxFuture<'static, Result<()>> + Send + Sync>;

/// Checks edited content files before they take effect, and follows them after.
pub trait ContentGuard: Send + Sync {
    /// Returns the faults of edited files.
    fn refusals<'a>(&'a self, files: &'a ContentFiles) -> BoxFuture<'a, Vec<Problem>>;

    /// Stores data that depends on the files, once they are in force.
    ///
    /// # Errors
    /// Fails if the database does.
    fn follow(&self) -> BoxFuture<'_, Result<()>>;
}

/// The parts of an open subject. Parts that the subject does not have stay empty.
#[derive(Default)]
pub struct Running {
    /// Server functions with their services.
    pub functions: Vec<BoundFunction>,
    /// Scheduled jobs.
    pub jobs: Vec<Job>,
    /// Emails that follow from its rows.
    pub emails: Vec<RowEmails>,
    /// Handlers of its queues.
    pub workers: Workers,
    /// Routes behind the layers of the services: the caller, CORS, limits.
    pub router: Router,
    /// Routes without any layer, such as webhooks.
    pub endpoints: Router,
    /// Layers around the public pages.
    pub around_pages: Option<AroundPages>,
    /// Values of `/config.json`, by name. They are public.
    pub client_config: Vec<(&'static str, Json)>,
    /// Functions that fill the tables with demo data, in order.
    pub demo: Vec<Fill>,
    /// Sources of figures.
    pub measures: Vec<MeasureSource>,
    /// Check of edited content files.
    pub content_guard: Option<Arc<dyn ContentGuard>>,
    /// Function that runs when the application closes.
    pub on_close: Option<OnClose>,
}

impl Running {
    /// Adds server functions over a service.
    #[must_use]
    pub fn functions<S>(mut self, functions: Vec<Function<S>>, service: &S) -> Self
    where
        S: Clone + Send + Sync + 'static,
    {
        self.functions.extend(ateneu_functions::bind(functions, service));
        self
    }

    /// Adds scheduled jobs.
    #[must_use]
    pub fn jobs(mut self, jobs: impl IntoIterator<Item = Job>) -> Self {
        self.jobs.extend(jobs);
        self
    }

    /// Adds emails that follow from rows.
    #[must_use]
    pub fn emails(mut self, emails: impl IntoIterator<Item = RowEmails>) -> Self {
        self.emails.extend(emails);
        self
    }

    /// Adds the handler of a queue.
    #[must_use]
    pub fn worker(mut self, handler: impl Handler) -> Self {
        self.workers = self.workers.with(handler);
        self
    }

    /// Adds the handlers of several queues.
    #[must_use]
    pub fn workers(mut self, workers: Workers) -> Self {
        self.workers.extend(workers);
        self
    }

    /// Adds routes behind the layers of the services.
    #[must_use]
    pub fn router(mut self, router: Router) -> Self {
        self.router = self.router.merge(router);
        self
    }

    /// Adds routes without any layer.
    #[must_use]
    pub fn endpoints(mut self, router: Router) -> Self {
        self.endpoints = self.endpoints.merge(router);
        self
    }

    /// Wraps the public pages in layers and routes.
    #[must_use]
    pub fn around_pages(mut self, wrap: impl Fn(Router) -> Router + Send + Sync + 'static) -> Self {
        self.around_pages = Some(Arc::new(wrap));
        self
    }

    /// Adds a value to `/config.json`.
    #[must_use]
    pub fn client_config(mut self, name: &'static str, value: impl Into<Json>) -> Self {
        self.client_config.push((name, value.into()));
        self
    }

    /// Adds a function that fills tables with demo data.
    #[must_use]
    pub fn demo<F>(mut self, fill: impl Fn(Demo) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        self.demo.push(Arc::new(move |demo| Box::pin(fill(demo))));
        self
    }

    /// Adds a source of figures.
    #[must_use]
    pub fn measures<F>(mut self, read: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Vec<Figure>>> + Send + 'static,
    {
        self.measures.push(Arc::new(move || Box::pin(read())));
        self
    }

    /// Sets the check of edited content files.
    #[must_use]
    pub fn content_guard(mut self, guard: impl ContentGuard + 'static) -> Self {
        self.content_guard = Some(Arc::new(guard));
        self
    }

    /// Sets the function that runs when the application closes.
    #[must_use]
    pub fn on_close<F>(mut self, close: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        self.on_close = Some(Arc::new(move || Box::pin(close())));
        self
    }
}
