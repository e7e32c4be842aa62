//! The routes of the application: the services behind one router, and the pages in front.

use std::time::Duration;

use ateneu_auth::Auth;
use ateneu_base::Clock;
use ateneu_functions::BoundFunction;
use ateneu_realtime::Realtime;
use ateneu_storage::Storage;
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request},
    http::StatusCode,
    middleware,
    routing::get,
};
use serde_json::{Map, Value};
use tower::util::MapRequest;
use tower_http::timeout::TimeoutLayer;

use crate::{
    Config,
    authenticate::{Authenticator, authenticate},
    cors,
    files_host::{self, FilesHost},
    protocols::Accounts,
};

/// Routes of the subjects behind the layers of the services.
pub(crate) struct SubjectRoutes {
    pub functions: Vec<BoundFunction>,
    pub router: Router,
}

/// Returns the routes of the services, which are called in memory, too.
pub(crate) fn services(
    config: &Config,
    accounts: &Accounts,
    clock: &Clock,
    (storage, realtime): (&Storage, &Realtime),
    authenticator: &Authenticator,
    subjects: SubjectRoutes,
) -> Router {
    let data = ateneu_data::router(ateneu_data::Deps {
        db: accounts.db.clone(),
        schema: accounts.schema.clone(),
        triggers: config.declared.triggers.clone(),
        procedures: config.declared.procedures.clone(),
        clock: clock.clone(),
    });
    let quick = Router::new()
        .merge(at("/auth/v1", accounts.auth.router()))
        .merge(at("/rest/v1", data))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, Duration::from_secs(30)));
    Router::new()
        .merge(quick)
        // Uploads have no timeout.
        .merge(at("/storage/v1", storage.router()))
        .merge(at("/functions/v1", ateneu_functions::router(subjects.functions)))
        .merge(at("/realtime/v1", realtime.router()))
        .merge(subjects.router)
        // One layer for all: each separate call boxes every endpoint again, and requests clone all boxes. The first is
        // outermost.
        .layer((
            middleware::from_fn_with_state(storage.clone(), ateneu_storage::announce_resumable),
            cors::layer(),
            middleware::from_fn_with_state(FilesHost::new(&config.files_url), files_host::redirect),
            middleware::from_fn_with_state(authenticator.clone(), authenticate),
            DefaultBodyLimit::max(10 * 1024 * 1024),
        ))
}

/// Mounts a service under its base. Its root also works with a slash at the end (`/rest/v1/`), which `nest` alone would
/// leave to the pages.
fn at(base: &str, service: Router) -> Router {
    fn to_root(mut request: Request) -> Request {
        let root = request.uri().query().map(|query| format!("/?{query}"));
        // The query is kept.
        *request.uri_mut() = root.and_then(|root| root.parse().ok()).unwrap_or_default();
        request
    }
    let to_root: fn(Request) -> Request = to_root;
    Router::new()
        .route_service(&format!("{base}/"), MapRequest::new(service.clone(), to_root))
        .nest(base, service)
}

/// Serves the public values that the client library and the pages need to start.
pub(crate) fn client_config(config: &Config, auth: &Auth, of_subjects: Vec<(&'static str, Value)>) -> Router {
    let mut answer = Map::new();
    answer.insert("supabaseUrl".to_owned(), config.site.public_url.clone().into());
    answer.insert("anonKey".to_owned(), auth.api_keys().anon.into());
    answer.extend(of_subjects.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Router::new().route("/config.json", get(move || async move { Json(answer) }))
}
