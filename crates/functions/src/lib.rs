//! `/functions/v1`: server functions that the client library calls by name, with POST and a JSON body.
//!
//! A subject declares each function with a name, a handler, and the types of request and response. A [`Guard`] in the
//! handler's signature checks the caller. The front end's types and the list of functions are derived from the
//! declarations.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: refusals of all functions
//! - `refusal`: refusals as responses
//! - `guard`: guards of functions
//! - `payload`: reads requests
//! - `function`: declarations of functions
//! - `list`: pages and search words of the panel's lists
//! - `csv`: CSV files, generated while they are sent
//! - `typescript`: the functions as TypeScript

mod csv;
mod function;
mod guard;
mod list;
mod payload;
mod refusal;
mod refused;
mod typescript;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderValue, header},
    middleware::map_response,
    response::Response,
    routing::any,
};
use refused::Refused;

pub use csv::{CsvRow, csv_file};
pub use function::{BoundFunction, Declaration, Function};
pub use guard::{Account, Administrator, AdministratorInSession, Guard, InSession, SignedIn, Writer};
pub use list::{ListPage, list_words};
pub use payload::Nothing;
pub use refusal::Refusal;
pub use typescript::typescript;

/// Refusals of all functions.
pub const REFUSALS: &[ateneu_base::Refusal] = Refused::ALL;

/// Maximum size of a payload in bytes.
const MAX_PAYLOAD_BYTES: usize = 16 * 1024;

/// Returns the functions' routes, relative to `/functions/v1`. Must be wrapped in the layer that identifies the caller.
pub fn router(functions: impl IntoIterator<Item = BoundFunction>) -> Router {
    let routes = functions
        .into_iter()
        .fold(Router::new(), |router, function| router.route(&format!("/{}", function.name), function.route));
    routes
        .method_not_allowed_fallback(|| async { Refusal::from(Refused::OnlyPost) })
        .route("/{*rest}", any(|| async { Refusal::from(Refused::NotFound) }))
        .layer(DefaultBodyLimit::max(MAX_PAYLOAD_BYTES))
        .layer(map_response(uncached))
}

/// Returns the functions with their service.
pub fn bind<S: Clone + Send + Sync + 'static>(
    functions: Vec<Function<S>>,
    service: &S,
) -> Vec<BoundFunction> {
    functions.into_iter().map(|function| function.bind(service)).collect()
}

/// Forbids caching, because responses depend on the caller.
async fn uncached<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    response
}

/// Returns the callers of each function as Markdown.
pub fn access_list(functions: &[Declaration]) -> String {
    let row = |function: &Declaration| format!("| `{}` | {} |\n", function.name, function.serves);
    let rows: String = functions.iter().map(row).collect();
    format!("\n## Server functions\n\n| function | who may call it |\n| --- | --- |\n{rows}")
}
