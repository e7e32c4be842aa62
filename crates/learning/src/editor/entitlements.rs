//! `set_course_entitlements`: what opens many courses, changed at once by an administrator.

use ateneu_base::Entitlement;
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{error_code::ErrorCode, topics};

/// Courses that change at once.
const MAX_CHANGES: usize = 500;

/// A course, what opens it, and what is to open it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntitlementChange {
    id: String,
    from: Entitlement,
    to: Entitlement,
}

/// Returns the ids of the courses that were changed. A course that another entitlement opens by now stays as it is.
///
/// # Errors
/// `invalid_entitlements` where the list cannot be read or is too long.
pub fn procedure() -> Procedure {
    Procedure::writes::<Vec<String>>(
        "set_course_entitlements",
        [Argument::required("changes", Kind::Json)],
        admin(),
        change,
    )
}

fn change(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let given = call.arguments.get("changes").cloned().unwrap_or(Json::Null);
    let changes: Vec<EntitlementChange> =
        serde_json::from_value(given).map_err(|_| ErrorCode::InvalidEntitlements)?;
    if changes.len() > MAX_CHANGES {
        return Err(ErrorCode::InvalidEntitlements.into());
    }
    let mut changed = Vec::new();
    for EntitlementChange { id, from, to } in changes {
        let rows = tx.write(
            "UPDATE courses SET entitlement = $3 WHERE id = $1 AND entitlement = $2",
            &[id.as_str().into(), from.name().into(), to.name().into()],
        )?;
        if !rows.is_empty() {
            topics::follow(tx, Some(&id))?;
            changed.push(id);
        }
    }
    answer(&changed)
}
