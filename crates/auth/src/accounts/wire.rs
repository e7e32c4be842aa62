//! Entries of the objects that auth-js reads.

use ateneu_base::Timestamp;
use serde::ser::SerializeMap;

/// Serializes an instant in the format of auth-js, and nothing for `None`.
pub(super) fn serialize_instant<M: SerializeMap>(
    map: &mut M,
    key: &str,
    at: Option<Timestamp>,
) -> Result<(), M::Error> {
    at.map_or(Ok(()), |at| map.serialize_entry(key, &at.to_zulu()))
}

/// Serializes a text, and nothing for `None`.
pub(super) fn serialize_text<M: SerializeMap>(
    map: &mut M,
    key: &str,
    text: Option<&str>,
) -> Result<(), M::Error> {
    text.map_or(Ok(()), |text| map.serialize_entry(key, text))
}
