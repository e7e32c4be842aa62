//! `save_content_draft`: saves the draft of a content.

use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::writer};
use serde_json::Value as Json;

use crate::{
    draft::{Answer, Base, clash, fields_of, store},
    refused::Refused,
    reviews, revisions,
    tables::RevisionKind,
};

/// Declares the procedure that saves the draft of a content.
pub fn procedure() -> Procedure {
    Procedure::writes::<Answer>(
        "save_content_draft",
        [
            Argument::required("content_id", Kind::Uuid),
            Argument::required("fields", Kind::Json),
            Argument::required("version", Kind::Int),
            Argument::required("content_version", Kind::Int),
        ],
        writer(),
        save,
    )
}

fn save(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    call.records_itself();
    let id = call.text("content_id").unwrap_or_default();
    let fields = call.arguments.get("fields").and_then(Json::as_object);
    let fields = fields.ok_or(Refused::InvalidFields)?;
    let base = Base::of(call);
    if let Some(clash) = clash(tx, id, base)? {
        return answer(&clash);
    }
    let mut fields = fields.clone();
    reviews::confine(tx, &call.caller, id, &mut fields)?;
    let kept = fields_of(&fields);
    let mut saved = store(tx, call, id, fields, base)?;
    revisions::record(tx, (&call.caller, call.now), id, RevisionKind::Edit, kept)?;
    saved.fields = None;
    answer(&saved)
}
