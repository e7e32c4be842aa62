//! The scheduled job: erases accounts after their grace period.

use ateneu_base::Period;
use ateneu_jobs::{Error, Job, Retention, Schedule};

use crate::{Erased, GRACE, People};

/// Name of the job.
const ERASE: &str = "erase_accounts";

/// Time within which a closed account is erased: the grace period, and some nights.
pub(crate) const CLOSED_ACCOUNTS: Retention =
    Retention { job: ERASE, period: Period::Days(30), topics: &["conta"], rows: None };

const _: () = assert!(GRACE.as_secs() < 28 * 24 * 60 * 60, "a closed account is erased within thirty days");

/// Labels of the scheduled jobs in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[(ERASE, "Excluir as contas cujo prazo terminou")];

/// Returns the jobs of this module.
pub(crate) fn jobs(people: &People) -> Vec<Job> {
    let people = people.clone();
    vec![Job::new(ERASE, Schedule::daily(3, 40), move || erase(people.clone()))]
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
