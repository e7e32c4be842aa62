//! The server functions of the panel's page, for administrators.

use std::{sync::Arc, time::Duration};

use ateneu_audit::Entry;
use ateneu_auth::{Auth, ErrorCode as AuthCode};
use ateneu_backup::{FoundCopy, Quarantine, time_of_copy};
use ateneu_base::Timestamp;
use ateneu_db::Error as DbError;
use ateneu_functions::{Administrator, AdministratorInSession, Function, InSession, Nothing, Refusal};
use ateneu_jobs::{Error as JobError, JobStatus, Jobs, Run};
use ateneu_mail::Mail;
use ateneu_queue::Queue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::{
    Copies,
    download::{Downloads, refusal},
    jobs::BACK_UP,
    refused::Refused,
    section::CopySchedule,
    tables::{CopyRow, CopyState, ProofState},
};

/// Time within which the target must list its copies for a page.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for which a call waits for a copy. Most installations are done by then; larger ones go on.
const MAKE_WAIT: Duration = Duration::from_secs(2);

/// State of the functions.
#[derive(Clone)]
pub(crate) struct CopiesPanel {
    pub copies: Copies,
    pub downloads: Downloads,
    pub auth: Auth,
    pub jobs: Jobs,
    pub mail: Mail,
    /// Every queue, in the order of the panel.
    pub queues: Arc<[Queue]>,
}

/// Returns the server functions of this crate.
pub(crate) fn functions() -> Vec<Function<CopiesPanel>> {
    vec![
        Function::new("list-copies", "ver as cópias de segurança", list),
        Function::new("make-copy", "fazer cópias de segurança", make),
        Function::new("link-copy", "baixar cópias de segurança", link),
        Function::new("get-quarantine", "ver o estado do site", quarantine),
        Function::new("end-quarantine", "retomar o site", end_quarantine),
    ]
}

/// The copies, newest first, with those that failed.
#[derive(Serialize, JsonSchema)]
struct CopiesList {
    /// Place and schedule of the copies. `null` if none is configured.
    target: Option<CopyTarget>,
    /// State of the continuous copy. `null` if it is not configured.
    continuous: Option<ContinuousShown>,
    /// Reason why the target could not be read, in Portuguese.
    unreachable: Option<String>,
    copies: Vec<CopyShown>,
}

#[derive(Serialize, JsonSchema)]
struct ContinuousShown {
    /// Time up to which every change can be restored. `null` before the first snapshot was stored.
    copied_until: Option<Timestamp>,
    /// True if changes have been waiting for minutes.
    is_late: bool,
    /// Reason why it does not go on, in Portuguese.
    trouble: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct CopyTarget {
    /// The folder or bucket.
    address: String,
    schedule: CopySchedule,
    /// Hour of the day in São Paulo.
    hour: i8,
    /// Number of copies that are kept.
    keep: usize,
    rows_only: bool,
    encrypted: bool,
}

#[derive(Serialize, JsonSchema)]
struct CopyShown {
    name: String,
    state: CopyState,
    started_at: Timestamp,
    bytes: Option<i64>,
    rows: Option<i64>,
    /// Number of stored files. `null` if they were left out, or nothing is known.
    files: Option<i64>,
    /// `null` if nothing is known.
    encrypted: Option<bool>,
    /// Reason of the failure, in Portuguese.
    error: Option<String>,
    proof: Option<ProofState>,
    proved_at: Option<Timestamp>,
    /// Reason why the proof failed, in Portuguese.
    proof_error: Option<String>,
    /// True if the target holds it. `null` if the target could not be read.
    is_kept: Option<bool>,
}

async fn list(panel: CopiesPanel, _: Administrator, _: Nothing) -> Result<CopiesList, Refusal> {
    let copies = &panel.copies;
    let rows = copies.rows().await.map_err(refusal)?;
    let section = copies.section();
    let target = copies.has_target().then(|| CopyTarget {
        address: section.shown_target().to_owned(),
        schedule: section.schedule,
        hour: section.hour,
        keep: section.keep,
        rows_only: section.rows_only,
        encrypted: section.is_encrypted(),
    });
    let found = match target {
        Some(_) => read_target(copies).await,
        None => Ok(Vec::new()),
    };
    let (found, unreachable) = match found {
        Ok(found) => (Some(found), None),
        Err(reason) => (None, Some(reason)),
    };
    let continuous = copies.is_continuous().then(|| {
        let progress = copies.continuous_progress();
        ContinuousShown {
            is_late: progress.late_since(copies.now()).is_some(),
            copied_until: progress.copied_until,
            trouble: progress.trouble.or(progress.files_trouble),
        }
    });
    Ok(CopiesList { target, continuous, unreachable, copies: merge_found(rows, found) })
}

/// Returns the copies in the target, or the reason in Portuguese why it does not list them.
async fn read_target(copies: &Copies) -> Result<Vec<FoundCopy>, String> {
    let listed = async { Ok::<_, crate::Error>(copies.target()?.list().await?) };
    match timeout(LIST_TIMEOUT, listed).await {
        Ok(listed) => listed.map_err(|error| error.sentence()),
        Err(_) => Err("O destino não respondeu.".into()),
    }
}

/// Puts the recorded copies and those in the target together.
fn merge_found(rows: Vec<CopyRow>, found: Option<Vec<FoundCopy>>) -> Vec<CopyShown> {
    let is_kept = |name: &str| found.as_ref().map(|found| found.iter().any(|copy| copy.name == name));
    let mut all: Vec<CopyShown> = rows
        .into_iter()
        .map(|row| CopyShown {
            is_kept: is_kept(&row.name),
            name: row.name,
            state: row.state,
            started_at: row.started_at,
            bytes: row.bytes,
            rows: row.row_count,
            files: row.file_count,
            encrypted: Some(row.encrypted),
            error: row.error,
            proof: row.proof,
            proved_at: row.proved_at,
            proof_error: row.proof_error,
        })
        .collect();
    for FoundCopy { name, made_at, bytes } in found.unwrap_or_default() {
        if all.iter().all(|copy| copy.name != name) {
            all.push(CopyShown {
                name,
                state: CopyState::Done,
                started_at: made_at,
                bytes: i64::try_from(bytes).ok(),
                rows: None,
                files: None,
                encrypted: None,
                error: None,
                proof: None,
                proved_at: None,
                proof_error: None,
                is_kept: Some(true),
            });
        }
    }
    all.sort_by_key(|copy| std::cmp::Reverse(copy.started_at));
    all
}

#[derive(Serialize, JsonSchema)]
struct CopyBegun {
    message: String,
}

async fn make(panel: CopiesPanel, by: Administrator, _: Nothing) -> Result<CopyBegun, Refusal> {
    if !panel.copies.has_target() {
        return Err(Refused::NoTarget.into());
    }
    // The target may be that of the installation whose backup was restored here.
    if Quarantine::current(panel.copies.db()).await?.is_some() {
        return Err(Refused::Quarantined.into());
    }
    let jobs = panel.jobs.clone();
    let run = tokio::spawn(async move { jobs.run_now(BACK_UP, by.0.as_ref()).await });
    match timeout(MAKE_WAIT, run).await {
        Err(_) => Ok(CopyBegun { message: "A cópia começou. Esta página mostra quando terminar.".into() }),
        Ok(Ok(Ok(Run { status: JobStatus::Success, .. }))) => {
            Ok(CopyBegun { message: "Cópia feita.".into() })
        }
        Ok(Ok(Ok(Run { message, .. }))) => Err(Refused::CopyFailed.saying(message).into()),
        Ok(Ok(Err(JobError::Running | JobError::TakenOver))) => Err(Refused::CopyRunning.into()),
        Ok(Ok(Err(JobError::Database(error)))) => Err(error.into()),
        Ok(Ok(Err(error))) => {
            tracing::error!(%error, "a copy could not be begun");
            Err(Refusal::internal())
        }
        Ok(Err(_)) => Err(Refusal::internal()),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LinkCopy {
    #[schemars(extend("expected" = "o nome da cópia"))]
    name: String,
    /// Code sent by `/reauthenticate`.
    #[serde(default)]
    #[schemars(extend("expected" = "o código recebido"))]
    nonce: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct CopyLink {
    /// Path and query of the download, valid for five minutes.
    url: String,
}

async fn link(
    panel: CopiesPanel,
    by: AdministratorInSession,
    request: LinkCopy,
) -> Result<CopyLink, Refusal> {
    let AdministratorInSession { by, session } = by;
    prove_again(&panel.auth, session, request.nonce).await?;
    let is_copy = time_of_copy(&request.name).is_some();
    let found = read_target(&panel.copies).await.map_err(|reason| Refused::TargetFailed.saying(reason))?;
    if !is_copy || found.iter().all(|copy| copy.name != request.name) {
        return Err(Refused::NoSuchCopy.into());
    }
    let (name, now) = (request.name.clone(), panel.copies.now());
    let recorded = panel.copies.db().write(move |tx| {
        let entry = Entry { action: "download-copy", subject: &name, old: None, new: None };
        ateneu_audit::write(tx, by.0.as_ref(), entry, now)
    });
    recorded.await?;
    Ok(CopyLink { url: panel.downloads.link(&request.name) })
}

/// Requires a recent sign-in or the code sent by `/reauthenticate`.
async fn prove_again(auth: &Auth, session: InSession, nonce: Option<String>) -> Result<(), Refusal> {
    let InSession { user_id, session_id, address, .. } = session;
    let proved = auth.prove_again(&user_id, &session_id, nonce, address).await;
    proved.map_err(|error| match error.code() {
        AuthCode::ReauthenticationNeeded => Refused::ReauthenticationNeeded.into(),
        AuthCode::ReauthenticationNotValid => Refused::ReauthenticationNotValid.into(),
        AuthCode::OverRequestRateLimit => Refused::TooManyAttempts.into(),
        AuthCode::SessionNotFound | AuthCode::UserNotFound => Refused::SessionExpired.into(),
        _ => {
            tracing::error!(%error, "a recent sign-in could not be checked");
            Refusal::internal()
        }
    })
}

#[derive(Serialize, JsonSchema)]
struct QuarantineState {
    /// The quarantine of a restored site. `null` if the site works.
    quarantine: Option<QuarantineShown>,
}

#[derive(Serialize, JsonSchema)]
struct QuarantineShown {
    /// Time of the restore.
    begun_at: Timestamp,
    /// Time of the restored backup.
    backup_made_at: Timestamp,
    /// Work that is due and begins when the quarantine ends, by kind.
    due: Vec<DueWork>,
}

#[derive(Serialize, JsonSchema)]
struct DueWork {
    /// Kind of work, in Portuguese.
    label: String,
    count: i64,
}

async fn quarantine(panel: CopiesPanel, _: Administrator, _: Nothing) -> Result<QuarantineState, Refusal> {
    let Some(current) = Quarantine::current(panel.copies.db()).await? else {
        return Ok(QuarantineState { quarantine: None });
    };
    let (mail, queues, now) = (panel.mail.clone(), Arc::clone(&panel.queues), panel.copies.now());
    let due = panel.copies.db().read(move |tx| {
        let counted = ateneu_queue::count_due(tx, now)?;
        let label = |name: &str| {
            let queue = queues.iter().find(|queue| queue.name == name);
            queue.map_or_else(|| name.to_owned(), |queue| queue.label.to_owned())
        };
        let mut due: Vec<DueWork> =
            counted.into_iter().map(|(name, count)| DueWork { label: label(&name), count }).collect();
        let unqueued = mail.count_unqueued(tx)?;
        if unqueued > 0 {
            due.push(DueWork { label: "E-mails ainda não escritos".into(), count: unqueued });
        }
        Ok::<_, DbError>(due)
    });
    let Quarantine { begun_at, backup_made_at } = current;
    Ok(QuarantineState { quarantine: Some(QuarantineShown { begun_at, backup_made_at, due: due.await? }) })
}

#[derive(Serialize, JsonSchema)]
struct QuarantineEnded {
    message: String,
}

async fn end_quarantine(
    panel: CopiesPanel,
    by: Administrator,
    _: Nothing,
) -> Result<QuarantineEnded, Refusal> {
    let now = panel.copies.now();
    let ended = panel.copies.db().write(move |tx| {
        let is_ended = Quarantine::end_within(tx)?;
        if is_ended {
            let entry = Entry { action: "end-quarantine", subject: "quarantine", old: None, new: None };
            ateneu_audit::write(tx, by.0.as_ref(), entry, now)?;
        }
        Ok::<_, DbError>(is_ended)
    });
    match ended.await? {
        true => Ok(QuarantineEnded { message: "O site foi retomado.".into() }),
        false => Err(Refused::NotInQuarantine.into()),
    }
}
