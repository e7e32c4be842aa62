//! Tools of administrators for a whole course. They show and order its parts, copy it, show what opens to whom, and
//! show how far its students come.

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
