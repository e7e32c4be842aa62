//! The data service `/rest/v1`: the protocol of postgrest-js over the declared tables and their rules.
//!
//! A request passes five stages, each in its own module: [`request`] (HTTP becomes values, with the [`grammar`]),
//! [`plan`] (names become declared tables and columns), [`sql`], [`run`] (the only one that touches the database)
//! and [`response`]. Every refusal is an [`Error`].
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: refusals, and their form
//! - `exact`: exact numbers in JSON
//! - `grammar`: the dialect's grammar
//! - `values`: values of the declared kinds
//! - `trigger`: steps that a subject adds to writes of its tables
//! - `request`: from HTTP to plain values
//! - `budget`: counts of a query's parts
//! - `plan`: from names to declared tables and columns
//! - `sql`: from a plan to one SQL text
//! - `response`: from rows to HTTP
//! - `run`: reads and writes, the only stage that touches the database
//! - `imported`: rows of another database
//! - `rpc`: `/rpc/{function}`
//! - `openapi`: `GET /`

mod budget;
mod error;
mod exact;
mod grammar;
mod imported;
mod openapi;
mod plan;
mod request;
mod response;
mod rpc;
mod run;
mod sql;
mod trigger;
mod values;

use std::{ops::Deref, sync::Arc};

use ateneu_base::{Caller, Clock, Reads};
use ateneu_db::Db;
use ateneu_schema::{Schema, Table};
use axum::{
    Router,
    body::Body,
    extract::{Path, rejection::PathRejection},
    http::{HeaderValue, Method, Request as HttpRequest, Response, header},
    routing::any,
};

pub use error::Error;
pub use imported::{ImportedRow, imported_row};
pub use request::csv::{Line as CsvLine, lines as csv_lines};
pub use rpc::{Argument, Call, Procedure, Run, answer, typescript};
pub use sql::Builder;
pub use trigger::{After, Before, Trigger, Write};

use tokio::sync::Semaphore;

use crate::request::{Request, body};

/// Portuguese labels of this crate's actions in the audit log.
pub const AUDIT_LABELS: &[(&str, &str)] = &[("call-procedure", "Procedimento executado")];

/// Portuguese labels of columns that several subjects have, for the audit log.
pub const FIELD_LABELS: &[(&str, &str)] = &[
    ("name", "nome"),
    ("title", "título"),
    ("description", "descrição"),
    ("kind", "tipo"),
    ("status", "situação"),
    ("state", "situação"),
    ("version", "versão"),
    ("position", "posição"),
    ("sort_order", "ordem"),
    ("user_id", "pessoa"),
    ("author_id", "autor"),
    ("created_by", "criado por"),
    ("created_at", "criado em"),
    ("changed_at", "alterado em"),
    ("edited_at", "editado em"),
    ("deleted_at", "removido em"),
    ("email", "e-mail"),
    ("is_active", "ativo"),
    ("is_public", "público"),
    ("rows", "registros"),
];

/// Dependencies of the data service.
#[derive(Clone)]
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The declared tables.
    pub schema: Arc<Schema>,
    /// Procedures that `/rpc` offers.
    pub procedures: Vec<Procedure>,
    /// Triggers that modules add to the writes of their tables.
    pub triggers: Vec<Trigger>,
    /// The time.
    pub clock: Clock,
}

struct State {
    deps: Deps,
    read_cache: run::read::ReadCache,
    slow_reads: run::slow_reads::SlowReads,
    /// Limit on concurrent cleaning of texts: one per core.
    text_work: Arc<Semaphore>,
}

impl Deref for State {
    type Target = Deps;

    fn deref(&self) -> &Deps {
        &self.deps
    }
}

impl State {
    /// Returns the exposed table of that name. Fails with `PGRST205` if there is none.
    fn table(&self, name: &str) -> Result<&Table, Error> {
        self.schema.exposed(name).ok_or_else(|| Error::NoTable(name.chars().take(63).collect()))
    }
}

/// Returns the service's routes, relative to its base.
pub fn router(deps: Deps) -> Router {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let state = State {
        deps,
        read_cache: Default::default(),
        slow_reads: Default::default(),
        text_work: Arc::new(Semaphore::new(cores)),
    };
    Router::new()
        .route("/", any(root))
        .route("/rpc/{function}", any(function))
        .route("/{table}", any(table))
        .fallback(elsewhere)
        .with_state(Arc::new(state))
}

type Shared = axum::extract::State<Arc<State>>;
type Named = Result<Path<String>, PathRejection>;

async fn root(state: Shared, request: HttpRequest<Body>) -> Response<Body> {
    respond(request, async |caller, request| openapi::serve(&state, &caller, &request)).await
}

async fn elsewhere(request: HttpRequest<Body>) -> Response<Body> {
    response::refuse(&Error::Path, false, request.method() == Method::HEAD)
}

async fn table(state: Shared, name: Named, request: HttpRequest<Body>) -> Response<Body> {
    let mut reads = None;
    let served = async |caller, request| serve_table(state.0, caller, name, request, &mut reads).await;
    let mut response = respond(request, served).await;
    if let Some(reads) = reads {
        response.extensions_mut().insert(reads);
    }
    response
}

async fn function(state: Shared, name: Named, request: HttpRequest<Body>) -> Response<Body> {
    respond(request, async |caller, request| rpc::serve(state.0, caller, name, request).await).await
}

/// Returns the response, or the refusal. For a signed-in caller a missing permission is 403, not 401.
async fn respond(
    request: HttpRequest<Body>,
    serve: impl AsyncFnOnce(Caller, HttpRequest<Body>) -> Result<Response<Body>, Error>,
) -> Response<Body> {
    let head = request.method() == Method::HEAD;
    let (is_known, served) = match request::caller(request.extensions()) {
        Ok(caller) => (caller.is_signed_in() || caller.is_service(), serve(caller, request).await),
        Err(error) => (false, Err(error)),
    };
    let mut response = served.unwrap_or_else(|error| response::refuse(&error, is_known, head));
    let headers = response.headers_mut();
    // Rows depend on the caller, so no cache may keep them.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept, Prefer, Range"));
    response
}

async fn serve_table(
    state: Arc<State>,
    caller: Caller,
    name: Named,
    request: HttpRequest<Body>,
    reads: &mut Option<Reads>,
) -> Result<Response<Body>, Error> {
    let Path(name) = name.map_err(|_| Error::Path)?;
    let (parts, content) = request.into_parts();
    let request = Request::read(&parts)?;
    if request.only_reads() {
        let parts = run::read::read(&state, &caller, &request, &name, reads).await?;
        return Ok(response::respond(&request, parts));
    }
    let rows = match request.method {
        Method::POST | Method::PUT | Method::PATCH => {
            let bytes = body::collect(content, body::most_bytes(&caller)).await?;
            let rows = body::rows(&parts.headers, &bytes)?;
            body::check_rows(&caller, &rows)?;
            rows
        }
        Method::DELETE => Vec::new(),
        ref other => return Err(Error::Method(other.clone())),
    };
    let (request, parts) = run::write::write(state, caller, request, &name, &rows).await?;
    Ok(response::respond(&request, parts))
}
