//! Removes files that no row names any more: what a crash between bytes and row leaves behind.

use ateneu_storage::{Collected, Storage};

use super::House;
use crate::{Error, Job, Schedule};

pub(super) fn job(house: &House) -> Job {
    let storage = house.storage.clone();
    Job::new("collect_orphans", Schedule::daily(3, 20), move || collect(storage.clone()))
}

async fn collect(storage: Storage) -> Result<String, Error> {
    let Collected { files, versions, uploads } = storage.collect_orphans().await?;
    Ok(match files + versions + uploads {
        0 => "Nada a remover.".into(),
        _ => format!(
            "Arquivos sem uso: {files}. Envios não concluídos: {uploads}. Restos de envios: {versions}."
        ),
    })
}
