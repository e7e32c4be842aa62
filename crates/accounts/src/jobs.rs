//! The scheduled job: erases accounts after their grace period.

use ateneu_jobs::{Error, Job, Schedule};

use crate::{Erased, People};

/// Labels of the scheduled jobs in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[("erase_accounts", "Excluir as contas cujo prazo terminou")];

/// Returns the jobs of this module.
pub(crate) fn jobs(people: &People) -> Vec<Job> {
    let people = people.clone();
    vec![Job::new("erase_accounts", Schedule::daily(3, 40), move || erase(people.clone()))]
}

async fn erase(people: People) -> Result<String, Error> {
    let Erased { erased, held } = people.erase_due().await.map_err(Error::of("As contas recusaram"))?;
    Ok(match (erased, held) {
        (0, 0) => "Nenhuma conta a excluir.".into(),
        (erased, 0) => format!("Contas excluídas: {erased}."),
        (erased, held) => format!(
            "Contas excluídas: {erased}. À espera de que a assinatura seja cancelada ou de outra pessoa na \
             administração: {held}."
        ),
    })
}
