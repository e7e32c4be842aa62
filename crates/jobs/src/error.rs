//! Errors of jobs. Their texts go into the log that administrators read.

/// Reason why a job was not run, or failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No job has this name.
    #[error("Não existe uma tarefa com esse nome.")]
    Unknown,
    /// The job is running, in this process or another.
    #[error("A tarefa já está em execução.")]
    Running,
    /// The run's process died or hung, and the lease ended.
    #[error("Interrompida: o servidor que a executava não deu mais sinal.")]
    Lost,
    /// Another process has taken the job over; this run no longer counts.
    #[error("A tarefa foi assumida por outro servidor.")]
    TakenOver,
    /// The server stops.
    #[error("Interrompida: o servidor foi desligado.")]
    Stopped,
    /// The run took longer than allowed.
    #[error("Interrompida: passou do tempo máximo.")]
    TooLong,
    /// The job panicked.
    #[error("Interrompida por um defeito do programa.")]
    Broken,
    /// The database.
    #[error("O banco de dados recusou: {0}")]
    Database(#[from] ateneu_db::Error),
    /// The service whose work it does; see [`Error::of`].
    #[error("{0}: {1}")]
    Service(&'static str, String),
}

impl Error {
    /// Turns a service's error into a job's. `what` is Portuguese: what failed.
    pub fn of<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> Self {
        move |error| Self::Service(what, error.to_string())
    }
}
