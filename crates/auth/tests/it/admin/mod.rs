//! What programs and administrators do with accounts.

mod programs;
