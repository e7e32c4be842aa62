//! Erases the accounts whose people asked for it and whose grace is over.

use ateneu_accounts::{People, Swept};

use super::House;
use crate::{Error, Job, Schedule};

pub(super) fn job(house: &House) -> Job {
    let people = house.people.clone();
    Job::new("erase_accounts", Schedule::daily(3, 40), move || erase(people.clone()))
}

async fn erase(people: People) -> Result<String, Error> {
    let Swept { erased, held } = people.erase_due().await?;
    Ok(match (erased, held) {
        (0, 0) => "Nenhuma conta a excluir.".into(),
        (erased, 0) => format!("Contas excluídas: {erased}."),
        (erased, held) => format!(
            "Contas excluídas: {erased}. À espera de que a assinatura seja cancelada ou de outra pessoa na \
             administração: {held}."
        ),
    })
}
