//! The learning environment: courses, modules, lessons, progress and favorites.

mod tables;

use ateneu_module::Module;

/// Everything of the learning environment.
pub fn module() -> Module {
    Module::new("learning").tables(tables::tables())
}
