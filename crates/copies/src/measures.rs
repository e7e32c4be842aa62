//! Figures of the copies for `/metrics` and the panel's page 'Saúde'.

use ateneu_base::Timestamp;
use ateneu_module::{Figure, figure_of};

use crate::{
    Copies, Error,
    tables::{CopyRow, CopyState, ProofState},
};

/// Reads the figures. Without a target they have no values.
pub(crate) async fn read(copies: &Copies) -> Result<Vec<Figure>, Error> {
    let rows = if copies.has_target() { copies.rows().await? } else { Vec::new() };
    let period = copies.has_target().then(|| copies.section().schedule.period().as_secs_f64());
    let mut all = figures(&rows, period, copies.now());
    let behind = copies.continuous_progress().safe_until();
    all.push(Figure::gauge(
        "ateneu_continuous_copy_behind_seconds",
        "Time for which changes have not been in the continuous copy.",
        behind.map(|until| figure_of((copies.now().seconds() - until.seconds()).max(0))),
    ));
    Ok(all)
}

fn figures(rows: &[CopyRow], period: Option<f64>, now: Timestamp) -> Vec<Figure> {
    let age = |at: Timestamp| figure_of((now.seconds() - at.seconds()).max(0));
    let truth = |is_true: bool| if is_true { 1.0 } else { 0.0 };
    let last = rows.iter().find(|row| row.state != CopyState::Running);
    let newest = rows.iter().find(|row| row.state == CopyState::Done);
    let proof = rows.iter().filter_map(|row| row.proved_at).max();
    vec![
        Figure::gauge("ateneu_copy_period_seconds", "Time between two copies of the installation.", period),
        Figure::gauge(
            "ateneu_last_copy_age_seconds",
            "Age of the newest copy.",
            newest.map(|row| age(row.started_at)),
        ),
        Figure::gauge(
            "ateneu_last_copy_failed",
            "1 if the last copy could not be made.",
            last.map(|row| truth(row.state == CopyState::Failed)),
        ),
        Figure::gauge("ateneu_last_proof_age_seconds", "Time since a copy was proved.", proof.map(age)),
        Figure::gauge(
            "ateneu_last_proof_failed",
            "1 if the newest copy cannot be restored.",
            newest.map(|row| truth(row.proof == Some(ProofState::Failed))),
        ),
    ]
}
