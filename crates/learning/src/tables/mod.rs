//! The tables of this crate, one file each.

mod course_modules;
mod courses;
mod favorites;
mod lesson_progress;
mod lessons;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        courses::table(),
        course_modules::table(),
        lessons::table(),
        lesson_progress::table(),
        favorites::table(),
    ]
}
