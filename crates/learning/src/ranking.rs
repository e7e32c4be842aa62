//! The ranking of participating members: points of a week, a month or all time.

use ateneu_base::{Timestamp, Value, calendar};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::member};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{points, refused::Refused};

/// Maximum number of places in a response.
const MAX_PLACES: i64 = 50;

/// The ranking of a period for the caller.
#[derive(Serialize, JsonSchema)]
struct Ranking {
    places: Vec<Place>,
    /// The caller's own place, which others do not see if the caller is not in the ranking.
    own: Option<OwnPlace>,
    is_in_ranking: bool,
}

#[derive(Serialize, JsonSchema)]
struct Place {
    /// Place, shared by equal points.
    place: i64,
    user_id: String,
    points: i64,
}

#[derive(Serialize, JsonSchema)]
struct OwnPlace {
    place: i64,
    points: i64,
}

/// Declares the procedure that returns the ranking of a `week`, a `month` or `all`. Members who leave it vanish at
/// once, and see only their own place.
pub fn procedure() -> Procedure {
    Procedure::reads::<Ranking>(
        "learning_ranking",
        [Argument::required("period", Kind::Text)],
        member(),
        |tx, call| answer(&ranking(tx, call)?),
    )
}

fn ranking(tx: &mut Tx<'_>, call: &Call) -> Result<Ranking, Error> {
    let since = since(call.text("period").unwrap_or_default(), call.now)?;
    let user = call.caller.user_id.as_deref().unwrap_or_default();
    let blocked = serde_json::json!(call.caller.facts.blocked.iter().collect::<Vec<_>>());
    let sql = format!(
        "SELECT learning_points.user_id, CAST(sum(learning_points.points) AS bigint) AS points
         FROM learning_points
         WHERE learning_points.created_at >= $1
           AND NOT EXISTS (SELECT 1 FROM learning_settings
                           WHERE learning_settings.user_id = learning_points.user_id AND NOT in_ranking)
           AND NOT {}
         GROUP BY learning_points.user_id ORDER BY points DESC, learning_points.user_id LIMIT $3",
        tx.dialect().among("learning_points.user_id", "$2")
    );
    let people = tx.query_as(&sql, &[since.into(), blocked.to_string().into(), Value::Int(MAX_PLACES)])?;
    let is_in_ranking: Option<bool> =
        tx.query_optional_as("SELECT in_ranking FROM learning_settings WHERE user_id = $1", &[user.into()])?;
    Ok(Ranking {
        places: places(people),
        own: own_place(tx, user, since)?,
        is_in_ranking: is_in_ranking.unwrap_or(true),
    })
}

fn since(period: &str, now: Timestamp) -> Result<Timestamp, Error> {
    let days = match period {
        "week" => 7,
        "month" => 30,
        "all" => return Ok(Timestamp::from_seconds(0)),
        _ => return Err(Refused::InvalidPeriod.into()),
    };
    Ok(calendar::start_of_day_after(now, 1 - days))
}

fn places(people: Vec<(String, i64)>) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(people.len());
    for (number, (user_id, points)) in (1..).zip(people) {
        let place = places.last().filter(|last| last.points == points).map_or(number, |last| last.place);
        places.push(Place { place, user_id, points });
    }
    places
}

fn own_place(tx: &mut Tx<'_>, user: &str, since: Timestamp) -> Result<Option<OwnPlace>, Error> {
    let points = points::since(tx, user, since)?;
    if points == 0 {
        return Ok(None);
    }
    let ahead: i64 = tx.query_one_as(
        "SELECT count(*) FROM (
         SELECT learning_points.user_id FROM learning_points
         WHERE learning_points.created_at >= $2 AND learning_points.user_id <> $1
           AND NOT EXISTS (SELECT 1 FROM learning_settings
                           WHERE learning_settings.user_id = learning_points.user_id AND NOT in_ranking)
         GROUP BY learning_points.user_id HAVING sum(learning_points.points) > $3) ahead",
        &[user.into(), since.into(), Value::Int(points)],
    )?;
    Ok(Some(OwnPlace { place: ahead + 1, points }))
}
