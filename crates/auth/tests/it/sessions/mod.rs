//! Sessions, how surely they know their person, and whom a token speaks for.

mod assurance;
mod caller;
mod lifecycle;
mod refresh;
