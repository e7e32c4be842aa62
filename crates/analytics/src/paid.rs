//! Paid plans by the source of the visit. The payment provider lies between the visit and the payment, so the source is
//! determined before, and counted when the payment arrives.

use ateneu_base::{Timestamp, calendar};
use ateneu_db::{Error, Tx};
use ateneu_module::Arrival;
use ateneu_schema::Words;

use crate::{
    source::Source,
    store::{Sources, add_sources},
    tables::PLAN,
};

/// Returns the source of a visit as one text, such as `social/LinkedIn`, without data about the visitor. Returns `None`
/// if the visit began on this site.
pub fn source_of_visit(arrival: &Arrival<'_>) -> Option<String> {
    Source::of_arrival(arrival).map(|source| format!("{}/{}", source.kind.word(), source.name))
}

/// Counts a plan paid after a visit from a source of [`source_of_visit`].
pub fn count_paid_plan(tx: &mut Tx<'_>, source: &str, now: Timestamp) -> Result<(), Error> {
    let Some(source) = source.split_once('/').and_then(|(kind, name)| Source::stored(kind, name)) else {
        return Ok(());
    };
    add_sources(tx, Sources::from([(calendar::iso_day(now), vec![(source, PLAN, 1)])]))
}
