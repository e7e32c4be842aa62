//! What every request shows: a signed link, and refusals in the protocol's words.

mod links;
mod protocol;
