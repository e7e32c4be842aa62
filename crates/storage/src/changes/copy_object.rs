//! `POST /object/copy`: the same bytes once more under another key, owned by whoever copies.

use ateneu_base::{Caller, ids};
use ateneu_db::Tx;
use axum::{Json, extract::State, http::HeaderMap};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    Error, Storage,
    changes::move_object::{End, Route, fits},
    objects::{access::Judge, object::Object},
    pictures,
    requests::ask::{Bearer, JsonBody, wants_upsert},
    store::{
        detached::to_the_end,
        draft::{self, Draft},
    },
    uploads::{incoming, write::place},
};

/// The body.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ask {
    #[serde(flatten)]
    route: Route,
    /// Does the copy carry the user's metadata along? Yes unless said otherwise.
    copy_metadata: Option<bool>,
    /// The copy's own metadata, when it does not.
    metadata: Option<Map<String, Value>>,
}

pub(crate) async fn copy(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    headers: HeaderMap,
    JsonBody(ask): JsonBody<Ask>,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(&headers);
    let object = to_the_end(run(storage, caller, ask, upsert)).await?;
    let mut answer = object.whole();
    answer["Id"] = Value::from(object.id.clone());
    answer["Key"] = Value::from(object.full_key());
    Ok(Json(answer))
}

async fn run(storage: Storage, caller: Caller, ask: Ask, upsert: bool) -> Result<Object, Error> {
    let Ask { route, copy_metadata, metadata } = ask;
    let metadata = incoming::keepable(Value::Object(metadata.unwrap_or_default()))?;
    let asker = caller.clone();
    let (source, (bucket, key)) = storage
        .read(move |storage, tx| allowed(storage, tx, &Judge::now(storage, asker), &route, upsert))
        .await?;
    let now = storage.now();
    let mut draft = Draft::new(storage.store().clone(), now);
    if let Err(problem) = draft.copy_of(&source.version).await {
        draft.discard().await;
        return Err(problem);
    }
    let user_metadata = match copy_metadata {
        Some(false) => metadata,
        _ => source.user_metadata,
    };
    let object = Object {
        id: ids::row_id(now),
        bucket_id: bucket.id.clone(),
        name: key.as_str().to_owned(),
        owner: caller.user_id.clone(),
        version: draft.version().to_owned(),
        user_metadata,
        created_at: now,
        updated_at: now,
        ..source
    };
    let placed = storage
        .write(move |storage, tx| place(tx, &Judge::now(storage, caller), &bucket, &key, upsert, object))
        .await;
    match placed {
        Ok((object, replaced)) => {
            draft.keep();
            draft::remove_versions(storage.store(), &replaced).await;
            pictures::prepare(&storage, &object);
            Ok(object)
        }
        Err(problem) => {
            draft.discard().await;
            Err(problem)
        }
    }
}

/// The file to copy and where to, if the caller may.
fn allowed(
    storage: &Storage,
    tx: &mut Tx<'_>,
    judge: &Judge,
    route: &Route,
    upsert: bool,
) -> Result<(Object, End), Error> {
    let ((source, from), (destination, to)) = route.ends(storage, tx)?;
    let object = judge.readable(tx, &source, &from)?;
    judge.may_place(tx, &destination, &to, upsert)?;
    fits(&destination, &object)?;
    Ok((object, (destination, to)))
}
