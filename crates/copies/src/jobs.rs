//! The scheduled jobs.

use ateneu_jobs::{Error, Job, Schedule};
use ateneu_mail::Mail;

use crate::{Copied, Copies, Proved, alerts::Trouble, service::MAX_DURATION};

/// Name of the job that makes copies.
pub(crate) const BACK_UP: &str = "back_up";

/// Labels of the scheduled jobs in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[
    (BACK_UP, "Fazer a cópia de segurança"),
    ("prove_copy", "Conferir a última cópia de segurança"),
    ("store_erased_accounts", "Guardar a lista de contas excluídas junto às cópias"),
    ("watch_copies", "Avisar sobre cópias que faltam ou falham"),
];

/// Returns the jobs of this crate. Without a target there are none.
pub(crate) fn jobs(copies: &Copies, mail: &Mail) -> Vec<Job> {
    if !copies.has_target() {
        return Vec::new();
    }
    let (schedule, hour) = (copies.section().schedule, copies.section().hour);
    let (makes, proves, stores, watches) = (copies.clone(), copies.clone(), copies.clone(), copies.clone());
    let mail = mail.clone();
    vec![
        Job::new(BACK_UP, schedule.at(hour), move || make(makes.clone())).within(MAX_DURATION),
        Job::new("prove_copy", Schedule::weekly(1, 4, 0), move || prove(proves.clone())).within(MAX_DURATION),
        Job::new("store_erased_accounts", Schedule::hourly(50), move || store_erased(stores.clone())),
        Job::new("watch_copies", Schedule::hourly(45), move || watch(watches.clone(), mail.clone())),
    ]
}

fn failed(error: &crate::Error) -> Error {
    Error::Service("As cópias falharam", error.sentence())
}

async fn make(copies: Copies) -> Result<String, Error> {
    copies.end_interrupted().await.map_err(|error| failed(&error))?;
    let Copied { name, manifest, bytes, removed } = copies.make().await.map_err(|error| failed(&error))?;
    let files = match &manifest.files {
        Some(files) => format!("arquivos: {}", files.len()),
        None => "sem os arquivos".into(),
    };
    let rows = manifest.rows();
    Ok(format!(
        "{name}: {bytes} bytes, registros: {rows}, {files}. Cópias antigas removidas: {}.",
        removed.len()
    ))
}

async fn prove(copies: Copies) -> Result<String, Error> {
    let Proved { name, manifest } = match copies.prove().await {
        // A new installation has none yet.
        Err(crate::Error::NoCopy) => return Ok("Nenhuma cópia a conferir.".into()),
        proved => proved.map_err(|error| failed(&error))?,
    };
    Ok(format!("{name} pode ser restaurada: {} registros conferidos.", manifest.rows()))
}

async fn store_erased(copies: Copies) -> Result<String, Error> {
    Ok(match copies.store_erased_accounts().await.map_err(|error| failed(&error))? {
        true => "Lista guardada.".into(),
        false => "A lista não mudou.".into(),
    })
}

async fn watch(copies: Copies, mail: Mail) -> Result<String, Error> {
    Ok(match copies.tell_owner(&mail).await.map_err(|error| failed(&error))? {
        None => "Tudo em ordem.".into(),
        Some(Trouble::Failed { reason }) => format!("A última cópia falhou. {reason}"),
        Some(Trouble::Unproved { reason, .. }) => format!("A última cópia não pôde ser restaurada. {reason}"),
        Some(Trouble::Late { day }) => format!("A última cópia é de {day}."),
    })
}
