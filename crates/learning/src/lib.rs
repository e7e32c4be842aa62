//! The learning environment: courses, modules, lessons, progress and favorites.

mod demo;
mod tables;

use ateneu_module::Module;

/// Everything of the learning environment.
pub fn module() -> Module {
    Module::new("learning").demo(|demo| Box::pin(demo::fill(demo))).tables(tables::tables())
}
