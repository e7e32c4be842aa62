//! Administrators' tools for a whole course: outline, order, copy, preview by plan, and figures of its students.

mod duplicate;
mod figures;
mod order;
mod outline;
mod parts;
mod preview;

use ateneu_data::Procedure;

pub fn procedures() -> Vec<Procedure> {
    vec![
        outline::procedure(),
        order::procedure(),
        duplicate::procedure(),
        figures::procedure(),
        preview::procedure(),
    ]
}
