//! Paid plans by the source of the visit. The payment provider lies between the visit and the payment, so the source
//! is named before, and counted when the payment arrives.

use ateneu_base::{Timestamp, calendar};
use ateneu_db::{Error, Tx};
use ateneu_module::Arrival;
use ateneu_schema::Words;

use crate::{
    source::Source,
    store::{Sources, add_sources},
    tables::PLAN,
};

/// The source of a visit as one text, such as `social/LinkedIn`: nothing of the visitor. Returns `None` if the visitor
/// was here already.
pub fn source_of_visit(arrival: &Arrival<'_>) -> Option<String> {
    Source::of_arrival(arrival).map(|source| format!("{}/{}", source.kind.word(), source.name))
}

/// Counts a plan that was paid by somebody from a source that [`source_of_visit`] has named.
pub fn count_paid_plan(tx: &mut Tx<'_>, source: &str, now: Timestamp) -> Result<(), Error> {
    let Some(source) = source.split_once('/').and_then(|(kind, name)| Source::stored(kind, name)) else {
        return Ok(());
    };
    add_sources(tx, Sources::from([(calendar::iso_day(now), vec![(source, PLAN, 1)])]))
}
