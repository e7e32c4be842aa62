//! Keys, and the tokens they sign.

mod keys;
