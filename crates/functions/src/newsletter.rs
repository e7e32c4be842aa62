//! `read-newsletter` and `follow-newsletter {follows}`: whether the letter of the house comes to the proved address of the
//! person who calls. Nobody asks for another's.

use ateneu_accounts::People;
use ateneu_base::Presented;
use axum::{Extension, Json, Router, routing::post};
use serde_json::{Value, json};

use crate::{Error, payload::Payload, person::person};

const PURPOSE: &str = "escolher os seus avisos";

pub(crate) fn routes(people: People) -> Router {
    let reader = people.clone();
    let read = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        read(&reader, &presented, payload).await
    };
    let follow = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        follow(&people, &presented, payload).await
    };
    Router::new().route("/read-newsletter", post(read)).route("/follow-newsletter", post(follow))
}

async fn read(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let asker = person(presented, PURPOSE)?;
    payload.with_members(&[])?;
    let follows = people.follows_newsletter(&asker.user_id).await?;
    Ok(Json(json!({ "follows": follows })))
}

async fn follow(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let asker = person(presented, PURPOSE)?;
    let members = payload.with_members(&["follows"])?;
    let Some(follows) = members["follows"].as_bool() else {
        return Err(Error::InvalidPayload("follows: informe true ou false.".into()));
    };
    people.follow_newsletter(&asker.user_id, follows).await?;
    Ok(Json(json!({ "follows": follows })))
}
