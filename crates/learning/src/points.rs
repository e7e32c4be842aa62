//! Points for the ranking: given by the server, once for each reason, up to a daily maximum.

use ateneu_base::{Timestamp, Value, calendar};
use ateneu_db::{Error, Tx};
use ateneu_schema::Words;

/// Reason for which points are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum PointReason {
    /// A lesson was finished.
    Lesson,
    /// A quiz was passed.
    Quiz,
    /// A course was finished.
    Course,
    /// A comment was accepted as the answer.
    Answer,
}

impl PointReason {
    fn points(self) -> i64 {
        match self {
            Self::Lesson => 10,
            Self::Quiz => 20,
            Self::Course => 50,
            Self::Answer => 15,
        }
    }
}

/// Maximum number of points in a day of São Paulo.
const MAX_PER_DAY: i64 = 200;

/// Returns the points earned since `since`.
pub fn since(tx: &mut Tx<'_>, user: &str, since: Timestamp) -> Result<i64, Error> {
    tx.query_one_as(
        "SELECT CAST(coalesce(sum(points), 0) AS bigint) FROM learning_points WHERE user_id = $1 AND created_at >= $2",
        &[user.into(), since.into()],
    )
}

/// Gives the points, unless they were given before, up to the daily maximum.
pub fn give(
    tx: &mut Tx<'_>,
    user: &str,
    reason: PointReason,
    subject: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let points = reason.points().min(MAX_PER_DAY - since(tx, user, calendar::start_of_day(now))?);
    if points > 0 {
        tx.write(
            "INSERT INTO learning_points (user_id, reason, subject_id, points, created_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, reason, subject_id) DO NOTHING",
            &[user.into(), reason.into(), subject.into(), Value::Int(points), now.into()],
        )?;
    }
    Ok(())
}
