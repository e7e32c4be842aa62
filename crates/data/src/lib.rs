//! The data service `/rest/v1`: the protocol of postgrest-js over the declared tables and their rules.
//!
//! A request passes five stages, each in its own module: [`request`] (HTTP becomes values, with the [`grammar`]),
//! [`plan`] (names become declared tables and columns), [`sql`], [`run`] (the only one that touches the database)
//! and [`response`]. Every refusal is an [`error::Error`].

pub mod budget;
pub mod error;
pub mod grammar;
mod openapi;
pub mod plan;
pub mod request;
pub mod response;
pub mod rpc;
pub mod run;
pub mod sql;
pub mod values;

use std::sync::Arc;

use ateneu_base::{Caller, Clock, Reads};
use ateneu_db::Db;
use ateneu_schema::{Schema, Table};
use axum::{
    Router,
    body::Body,
    extract::{Path, rejection::PathRejection},
    http::{Method, Request as HttpRequest, Response},
    routing::any,
};
pub use rpc::{Argument, Call, Procedure, Run, returns, typescript};

use crate::{
    error::Error,
    request::{Request, body},
};

/// What the audit log calls the actions of this crate, in Portuguese.
pub const AUDIT_LABELS: &[(&str, &str)] = &[("call-procedure", "Procedimento executado")];

/// What the service needs.
#[derive(Clone)]
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The declared tables.
    pub schema: Arc<Schema>,
    /// What `/rpc` offers.
    pub procedures: Vec<Procedure>,
    /// The time.
    pub clock: Clock,
}

/// The service at work.
pub struct State {
    /// The database.
    pub db: Db,
    /// The declared tables.
    pub schema: Arc<Schema>,
    /// What `/rpc` offers.
    pub procedures: Vec<Procedure>,
    /// The time.
    pub clock: Clock,
    /// What reads gave since the last commit.
    pub read_cache: run::read_cache::ReadCache,
    /// The queue of slow reads.
    pub heavy: run::heavy::Heavy,
}

impl State {
    /// The exposed table of that name; `PGRST205` when there is none.
    pub fn table(&self, name: &str) -> Result<&Table, Error> {
        self.schema.exposed(name).ok_or_else(|| Error::NoTable(name.chars().take(63).collect()))
    }
}

/// The service, relative to its base.
pub fn router(deps: Deps) -> Router {
    let state = Arc::new(State {
        db: deps.db,
        schema: deps.schema,
        procedures: deps.procedures,
        clock: deps.clock,
        read_cache: run::read_cache::ReadCache::default(),
        heavy: run::heavy::Heavy::default(),
    });
    Router::new()
        .route("/", any(root))
        .route("/rpc/{function}", any(function))
        .route("/{table}", any(table))
        .fallback(elsewhere)
        .with_state(state)
}

type Shared = axum::extract::State<Arc<State>>;
type Named = Result<Path<String>, PathRejection>;

async fn root(state: Shared, request: HttpRequest<Body>) -> Response<Body> {
    let (head, who) = beginning(&request);
    let answer = match who {
        Ok(ref caller) => openapi::serve(&state.0, caller, &request),
        Err(ref error) => Err(error.clone()),
    };
    answer.unwrap_or_else(|error| response::refuse(&error, who.is_ok_and(|who| knows(&who)), head))
}

async fn elsewhere(request: HttpRequest<Body>) -> Response<Body> {
    response::refuse(&Error::Path, false, request.method() == Method::HEAD)
}

async fn table(state: Shared, name: Named, request: HttpRequest<Body>) -> Response<Body> {
    let (head, who) = beginning(&request);
    let mut reads = None;
    let answer = match who {
        Ok(ref caller) => serve_table(state.0, caller.clone(), name, request, &mut reads).await,
        Err(ref error) => Err(error.clone()),
    };
    let mut response =
        answer.unwrap_or_else(|error| response::refuse(&error, who.is_ok_and(|who| knows(&who)), head));
    if let Some(reads) = reads {
        response.extensions_mut().insert(reads);
    }
    response
}

async fn function(state: Shared, name: Named, request: HttpRequest<Body>) -> Response<Body> {
    let (head, who) = beginning(&request);
    let answer = match who {
        Ok(ref caller) => rpc::serve(state.0, caller.clone(), name, request).await,
        Err(ref error) => Err(error.clone()),
    };
    answer.unwrap_or_else(|error| response::refuse(&error, who.is_ok_and(|who| knows(&who)), head))
}

fn beginning(request: &HttpRequest<Body>) -> (bool, Result<Caller, Error>) {
    (request.method() == Method::HEAD, request::caller(request.extensions()))
}

/// A caller with a name: a missing permission is 403, not 401.
fn knows(caller: &Caller) -> bool {
    caller.is_signed_in() || caller.is_service()
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
        let answer = run::read::read(&state, &caller, &request, &name, reads).await?;
        return Ok(response::respond(&request, answer));
    }
    let payload = match request.method {
        Method::POST | Method::PUT | Method::PATCH => {
            let bytes = body::collect(content, body::most_bytes(&caller)).await?;
            let payload = body::rows(&parts.headers, &bytes)?;
            body::judge_rows(&caller, &payload)?;
            payload
        }
        Method::DELETE => body::Payload::default(),
        ref other => return Err(Error::Method(other.clone())),
    };
    let (request, answer) = run::write::write(state, caller, request, &name, payload).await?;
    Ok(response::respond(&request, answer))
}
