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
    /// Another process has taken the job over. This run is void.
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
    /// An error of the job's service, see [`Error::of`].
    #[error("{0}: {1}")]
    Service(&'static str, String),
}

impl Error {
    /// Returns a function that wraps a service's error. `what` names the failed work in Portuguese.
    pub fn of<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> Self {
        move |error| Self::Service(what, error.to_string())
    }
}
