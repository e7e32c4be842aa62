//! `set_content_entitlements`: what opens many contents, changed at once by an administrator.

use ateneu_base::Entitlement;
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{draft::Draft, refused::Refused};

/// Contents that change at once.
const MAX_CHANGES: usize = 1_000;

/// A content, what opens it, and what is to open it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntitlementChange {
    id: String,
    from: Entitlement,
    to: Entitlement,
}

/// Returns the ids of the contents that were changed. A content that another entitlement opens by now stays as it is.
///
/// # Errors
/// Fails with `invalid_entitlements` if the list cannot be read or is too long.
pub fn procedure() -> Procedure {
    Procedure::writes::<Vec<String>>(
        "set_content_entitlements",
        [Argument::required("changes", Kind::Json)],
        admin(),
        change,
    )
}

fn change(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let given = call.arguments.get("changes").cloned().unwrap_or(Json::Null);
    let changes: Vec<EntitlementChange> =
        serde_json::from_value(given).map_err(|_| Refused::InvalidEntitlements)?;
    if changes.len() > MAX_CHANGES {
        return Err(Refused::InvalidEntitlements.into());
    }
    let mut changed = Vec::new();
    for EntitlementChange { id, from, to } in changes {
        // An open form started from another version, and is refused.
        let rows = tx.write(
            "UPDATE contents SET entitlement = $3, version = version + 1 WHERE id = $1 AND entitlement = $2",
            &[id.as_str().into(), from.name().into(), to.name().into()],
        )?;
        if rows.is_empty() {
            continue;
        }
        follow_in_draft(tx, &id, from, to)?;
        changed.push(id);
    }
    answer(&changed)
}

/// A draft that says the former entitlement would bring it back.
fn follow_in_draft(tx: &mut Tx<'_>, id: &str, from: Entitlement, to: Entitlement) -> Result<(), Error> {
    let lock = tx.dialect().for_update();
    let draft = Draft::find(tx, id, lock)?;
    let names_former =
        |draft: &Draft| draft.fields.get("entitlement").and_then(Json::as_str) == Some(from.name());
    if let Some(mut draft) = draft.filter(names_former) {
        draft.fields.0.insert("entitlement".into(), to.name().into());
        draft.content_version += 1;
        tx.update(&draft)?;
    }
    Ok(())
}
