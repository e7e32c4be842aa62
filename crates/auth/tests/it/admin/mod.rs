//! Actions of programs and administrators on accounts.

mod programs;
