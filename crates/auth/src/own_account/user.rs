//! `GET /user`: returns the signed-in person's account, not wrapped.

use axum::Json;

use crate::{accounts::Account, sessions::SignedIn};

pub(crate) async fn handle(SignedIn { user, identities, factors, .. }: SignedIn) -> Json<Account> {
    Json(Account { user, identities, factors })
}
