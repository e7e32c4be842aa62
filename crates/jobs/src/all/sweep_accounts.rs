//! Removes sessions, secrets and keys that can open nothing any more.

use ateneu_auth::{Auth, Swept};

use super::House;
use crate::{Error, Job, Schedule};

pub(super) fn job(house: &House) -> Job {
    let auth = house.auth.clone();
    Job::new("sweep_accounts", Schedule::daily(3, 40), move || sweep(auth.clone()))
}

async fn sweep(auth: Auth) -> Result<String, Error> {
    let Swept { sessions, secrets, keys } = auth.sweep().await?;
    Ok(match sessions + secrets + keys {
        0 => "Nada a remover.".into(),
        _ => format!(
            "Sessões sem uso: {sessions}. Códigos e links vencidos: {secrets}. Chaves antigas: {keys}."
        ),
    })
}
