//! Reading: bytes on their way out, and listings.

mod bytes;
mod listing;
