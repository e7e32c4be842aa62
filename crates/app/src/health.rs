//! Health checks: the process is alive, and it can work.

use ateneu_db::Db;
use ateneu_storage::Storage;
use axum::{
    Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};

/// Returns the routes `/healthz` and `/readyz`.
pub fn router(db: &Db, storage: &Storage) -> Router {
    async fn ready(State((db, storage)): State<(Db, Storage)>) -> Response {
        let answer = |word: &'static str| (StatusCode::SERVICE_UNAVAILABLE, word).into_response();
        if let Err(error) = db.ping().await {
            tracing::warn!(%error, "not ready");
            return answer("database");
        }
        if let Err(error) = storage.ping().await {
            tracing::warn!(%error, "not ready");
            return answer("storage");
        }
        "ready".into_response()
    }
    Router::new()
        .route("/healthz", get(|| async { "alive" }))
        .route("/readyz", get(ready).with_state((db.clone(), storage.clone())))
}
