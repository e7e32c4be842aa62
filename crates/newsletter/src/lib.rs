//! The newsletter: who asked for it and whether the address was confirmed.

mod emails;
mod functions;
mod procedures;
mod tables;

use ateneu_module::Module;

pub use functions::{Newsletter, functions};

/// Everything of the newsletter. With `double_opt_in` an address is asked to confirm before it is welcomed.
pub fn module(double_opt_in: bool) -> Module {
    Module::new("newsletter")
        .tables(tables::tables())
        .procedures(procedures::procedures())
        .emails([emails::emails(double_opt_in)])
}
