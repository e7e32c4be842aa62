//! `/admin/users`: the holder of the service keys list and make accounts.

use ateneu_base::Value;
use ateneu_db::Tx;
use ateneu_schema::AsJson;
use ateneu_tokens::claims::AUDIENCE;
use axum::{
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, header},
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    Auth,
    accounts::{Account, Factor, Identity, User, email, factor, identity, store, users},
    admin::{
        admin_user::{Attributes, duplicate},
        ban,
    },
    error::Error,
    requests::{Action, Body, Client, merge, service_audit},
    sessions::Service,
};

const MAX_PER_PAGE: i64 = 1_000;

#[derive(Deserialize)]
pub(crate) struct Page {
    page: Option<String>,
    per_page: Option<String>,
    filter: Option<String>,
}

fn number(text: Option<String>, missing: i64, name: &'static str) -> Result<i64, Error> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(missing),
        Some(text) => match text.parse() {
            Ok(number) if (1..=i64::from(i32::MAX)).contains(&number) => Ok(number),
            _ => Err(Error::validation(format!("{name} must be a positive number"))),
        },
    }
}

#[derive(Serialize)]
pub(crate) struct Listed {
    users: Vec<Account>,
    aud: &'static str,
}

/// `GET /admin/users?page&per_page&filter`, newest first; empty strings count as missing. With `filter`, count and pages are
/// of the accounts whose email address holds it, without case.
pub(crate) async fn list(
    State(auth): State<Auth>,
    _: Service,
    Query(page_request): Query<Page>,
) -> Result<(HeaderMap, axum::Json<Listed>), Error> {
    let per_page = number(page_request.per_page, 50, "per_page")?.min(MAX_PER_PAGE);
    let page = number(page_request.page, 1, "page")?;
    let offset = (page - 1) * per_page;
    let filter = page_request.filter.unwrap_or_default().to_lowercase();
    let (total, users) = auth.read(move |tx| page_of(tx, &filter, per_page, offset)).await?;
    let mut headers = HeaderMap::new();
    headers.insert("x-total-count", HeaderValue::from(total));
    if let Ok(link) = links(page, per_page, total).parse() {
        headers.insert(header::LINK, link);
    }
    Ok((headers, axum::Json(Listed { users, aud: AUDIENCE })))
}

/// The number of accounts that the filter leaves, and those of a page.
fn page_of(tx: &mut Tx<'_>, filter: &str, per_page: i64, offset: i64) -> Result<(i64, Vec<Account>), Error> {
    let holds = tx.dialect().holds("lower(coalesce(email, sso_email, ''))", "$1");
    // No filter is no condition: the count of all needs no text of any.
    let (condition, mut values) = match filter {
        "" => (String::new(), Vec::new()),
        filter => (format!("WHERE {holds}"), vec![Value::from(filter)]),
    };
    let total = tx.query_one_as(&format!("SELECT count(*) FROM users {condition}"), &values)?;
    let limits = format!("LIMIT ${} OFFSET ${}", values.len() + 1, values.len() + 2);
    values.extend([per_page.into(), offset.into()]);
    let users: Vec<User> = tx.rows(&format!("{condition} ORDER BY created_at DESC, id {limits}"), &values)?;
    let ids = Json::from_iter(users.iter().map(|user| user.id.clone())).to_string();
    let (identities, factors) = (identity::of_people(tx, &ids)?, factor::of_people(tx, &ids)?);
    Ok((total, users.into_iter().map(|user| whole(user, &identities, &factors)).collect()))
}

fn whole(user: User, identities: &[Identity], factors: &[Factor]) -> Account {
    let identities = identities.iter().filter(|identity| identity.user_id == user.id).cloned().collect();
    let factors = factors.iter().filter(|factor| factor.user_id == user.id).cloned().collect();
    Account { user, identities, factors }
}

/// auth-js reads the first digit after `page`: it must come first in the query.
fn links(page: i64, per_page: i64, total: i64) -> String {
    let last = ((total + per_page - 1) / per_page).max(1);
    let link =
        |page: i64, rel: &str| format!("</admin/users?page={page}&per_page={per_page}>; rel=\"{rel}\"");
    let next = (page < last).then(|| link(page + 1, "next"));
    next.into_iter().chain([link(last, "last")]).collect::<Vec<_>>().join(", ")
}

/// `POST /admin/users`.
pub(crate) async fn create(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Body(wanted): Body<Attributes>,
) -> Result<axum::Json<Account>, Error> {
    let now = auth.now();
    wanted.check_role()?;
    let email =
        wanted.email.as_deref().filter(|email| !email.is_empty()).map(email::canonical).transpose()?;
    let mut user = User::new(email, now);
    user.phone = wanted.phone()?;
    if user.email.is_none() {
        if user.phone.is_none() {
            return Err(Error::validation("Cannot create a user without either an email or phone"));
        }
        user.app_metadata = AsJson(users::provider_metadata("phone"));
    }
    if let Some(id) = &wanted.id {
        user.id = ateneu_base::ids::parse_uuid(id).ok_or_else(|| Error::validation("id must be a UUID"))?;
    }
    user.password_hash = wanted.password_hash(&auth).await?;
    user.email_confirmed_at = (user.email.is_some() && wanted.email_confirm).then_some(now);
    user.phone_confirmed_at = (user.phone.is_some() && wanted.phone_confirm).then_some(now);
    if let Some(duration) = &wanted.ban_duration {
        user.banned_until = ban::until(duration, now)?;
    }
    merge(&mut user.user_metadata, wanted.user_metadata.unwrap_or_default())?;
    merge(&mut user.app_metadata, wanted.app_metadata.unwrap_or_default())?;
    auth.write(move |tx| {
        if users::find(tx, &user.id)?.is_some() {
            return Err(Error::IdExists);
        }
        let phone = user.phone.clone();
        store::insert(tx, &user).map_err(|error| duplicate(error, phone.as_deref()))?;
        service_audit::record_action(tx, now, ("create-user", Action::UserCreated), &user.id, &client)?;
        Account::of(tx, user)
    })
    .await
    .map(axum::Json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pagination_links_start_with_next_and_always_name_last() {
        let both = "</admin/users?page=2&per_page=50>; rel=\"next\", </admin/users?page=3&per_page=50>; rel=\"last\"";
        assert_eq!(links(1, 50, 120), both);
        assert_eq!(links(3, 50, 120), "</admin/users?page=3&per_page=50>; rel=\"last\"");
        assert_eq!(links(1, 50, 0), "</admin/users?page=1&per_page=50>; rel=\"last\"");
    }
}
