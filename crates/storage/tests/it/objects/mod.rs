//! Who may do what with which file, and what is written down of it.

mod access;
mod audit;
