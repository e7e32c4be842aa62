//! `/functions/v1`: the server functions the client library calls by name, with POST and a JSON body.
//!
//! A subject declares its functions: each a name, a handler, the type of its request and the type of its response. Who
//! may call it is a [`Guard`] in the handler's signature. The front end's types and the list of functions are derived
//! from the declarations.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals that any function may give
//! - `refusal`: a refusal as the answer of a function
//! - `guard`: who may call a function
//! - `payload`: reads requests
//! - `function`: the declaration of one function
//! - `list`: pages and words of the lists in the panel
//! - `csv`: files that are written while they are sent
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
pub use guard::{Account, Administrator, Guard, InSession, SignedIn, Writer};
pub use list::{ListPage, list_words};
pub use payload::Nothing;
pub use refusal::Refusal;
pub use typescript::typescript;

/// The refusals that any function may give.
pub const REFUSALS: &[ateneu_base::Refusal] = Refused::ALL;

/// No function takes more than a few words.
const MAX_PAYLOAD_BYTES: usize = 16 * 1024;

/// The functions, with paths relative to `/functions/v1`. The layer that says who calls must stand around them.
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

/// Answers depend on who asks: no cache may keep them.
async fn uncached<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    response
}

/// Callers who may call which function, as Markdown.
pub fn access_list(functions: &[Declaration]) -> String {
    let row = |function: &Declaration| format!("| `{}` | {} |\n", function.name, function.serves);
    let rows: String = functions.iter().map(row).collect();
    format!("\n## Server functions\n\n| function | who may call it |\n| --- | --- |\n{rows}")
}
