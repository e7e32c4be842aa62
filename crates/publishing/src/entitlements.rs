//! `set_content_entitlements`: changes the entitlements of many contents.

use ateneu_base::Entitlement;
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{draft::Draft, refused::Refused};

/// Maximum number of contents in a call.
const MAX_CHANGES: usize = 1_000;

/// A content, with its present and its new entitlement.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntitlementChange {
    id: String,
    from: Entitlement,
    to: Entitlement,
}

/// Declares the procedure. It returns the ids of the changed contents. A content with another entitlement than the list
/// says is unchanged.
///
/// # Errors
/// Fails with `invalid_entitlements` if the list is malformed or too long.
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
        // The new version makes a save of an open form fail.
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

/// Updates the draft, which would otherwise restore the former entitlement.
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
