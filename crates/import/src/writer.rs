//! Transactions of an import: one for each page or, on trial, one for all, which is rolled back.

use ateneu_db::{Db, Tx};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

use crate::Error;

type Job = Box<dyn FnOnce(&mut Tx<'_>) + Send>;

/// Writes into this installation.
pub(crate) enum Writer {
    /// Commits each work.
    Applying(Db),
    /// Runs all works in one transaction, which ends without effect.
    Trying { jobs: mpsc::Sender<Job>, transaction: JoinHandle<Result<(), ateneu_db::Error>> },
}

/// The end of the transaction of a trial.
enum RolledBack {
    AsPlanned,
    Failed(ateneu_db::Error),
}

impl From<ateneu_db::Error> for RolledBack {
    fn from(error: ateneu_db::Error) -> Self {
        Self::Failed(error)
    }
}

impl Writer {
    pub(crate) fn new(db: &Db, applies: bool) -> Self {
        if applies {
            return Self::Applying(db.clone());
        }
        let (jobs, mut received) = mpsc::channel::<Job>(1);
        let db = db.clone();
        let transaction = tokio::spawn(async move {
            let ended: Result<(), RolledBack> = db
                .write_at_length(move |tx| {
                    while let Some(job) = received.blocking_recv() {
                        job(tx);
                    }
                    Err(RolledBack::AsPlanned)
                })
                .await;
            match ended {
                Ok(()) | Err(RolledBack::AsPlanned) => Ok(()),
                Err(RolledBack::Failed(error)) => Err(error),
            }
        });
        Self::Trying { jobs, transaction }
    }

    /// Runs one work, whole or not at all.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let jobs = match self {
            Self::Applying(db) => return db.write(work).await,
            Self::Trying { jobs, .. } => jobs,
        };
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |tx| {
            // The receiver is gone if the import was stopped.
            let _ = answer.send(tx.savepoint(work));
        });
        jobs.send(job).await.map_err(|_| Error::Stopped)?;
        answered.await.map_err(|_| Error::Stopped)?
    }

    /// Ends the trial's transaction.
    pub(crate) async fn end(self) -> Result<(), Error> {
        if let Self::Trying { jobs, transaction } = self {
            drop(jobs);
            transaction.await.map_err(|_| Error::Stopped)??;
        }
        Ok(())
    }
}
