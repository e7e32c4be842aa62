//! Letters: their personal fields are checked before they are stored.

use ateneu_base::personal_fields::{self, Problem};
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::TableRow;

use crate::{content_type::ContentType, refused::Refused};

#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct Letter {
    content_type: ContentType,
    body: Option<String>,
    preheader: Option<String>,
}

pub fn trigger() -> Trigger {
    Trigger::on::<Letter>().before(before)
}

/// Refuses unfit fields in the text that is new.
///
/// # Errors
/// Fails with `unknown_personal_field`, `personal_field_without_default`.
fn before(_: &mut Tx<'_>, write: &Write<'_, Letter>, new: &mut Letter) -> Result<(), Error> {
    if new.content_type != ContentType::Letter || write.old == Some(new) {
        return Ok(());
    }
    for text in [&new.body, &new.preheader].into_iter().flatten() {
        personal_fields::check(text).map_err(|problem| match problem {
            Problem::UnknownField(_) => Refused::UnknownPersonalField,
            Problem::NoDefault(_) => Refused::PersonalFieldWithoutDefault,
        })?;
    }
    Ok(())
}
