//! The server functions of campaigns, for administrators.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refusals`: refusals of decisions, and their audit entries
//! - `view`: a campaign as the panel reads it
//! - `decisions`: save, start, schedule, pause, resume, cancel
//! - `figures`: campaigns with their counts, recipients, suppressed addresses
//! - `preview`: an email as a reader gets it, and a test
//! - `checks`: checks outside this server
//! - `segments`: segments and their readers
//! - `sending_rates`: rates of sending

mod checks;
mod decisions;
mod figures;
mod preview;
mod refusals;
mod segments;
mod sending_rates;
mod view;

use ateneu_functions::Function;

pub use checks::{Checks, OwnPage, check_functions};

use super::service::Campaigns;

/// Returns the server functions of campaigns.
pub fn functions() -> Vec<Function<Campaigns>> {
    let all = [
        decisions::functions(),
        figures::functions(),
        preview::functions(),
        segments::functions(),
        sending_rates::functions(),
    ];
    all.into_iter().flatten().collect()
}

/// Labels of the actions in the audit log, in Portuguese.
pub(crate) const AUDIT_LABELS: &[(&str, &str)] = &[
    ("save-campaign", "Carta: campanha salva"),
    ("start-campaign", "Carta: envio iniciado"),
    ("schedule-campaign", "Carta: envio agendado"),
    ("pause-campaign", "Carta: envio pausado"),
    ("resume-campaign", "Carta: envio retomado"),
    ("cancel-campaign", "Carta: envio cancelado"),
    ("resend-uncertain", "Carta: incertos reenviados"),
    ("import-subscribers", "Inscritos importados"),
    ("save-segment", "Segmento salvo"),
    ("delete-segment", "Segmento apagado"),
    ("save-sending-rates", "Limites de envio das cartas"),
];
