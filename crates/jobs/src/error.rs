//! What can go wrong with a job. The words go into the log that administrators read.

/// Why a job was not run, or did not end well.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no job of this name.
    #[error("Não existe uma tarefa com esse nome.")]
    Unknown,
    /// It is at work, here or on another node.
    #[error("A tarefa já está em execução.")]
    Running,
    /// It is not due any more: another node has run it.
    #[error("A tarefa não está na hora.")]
    NotDue,
    /// Another node has taken the job over, this run counts no more.
    #[error("A tarefa foi assumida por outro servidor.")]
    TakenOver,
    /// The server stops.
    #[error("Interrompida: o servidor foi desligado.")]
    Stopped,
    /// It took too long.
    #[error("Interrompida: passou do tempo máximo.")]
    TooLong,
    /// A defect of ours.
    #[error("Interrompida por um defeito do programa.")]
    Broken,
    /// The database.
    #[error("O banco de dados recusou: {0}")]
    Database(#[from] ateneu_db::Error),
    /// An account.
    #[error("As contas recusaram: {0}")]
    People(#[from] ateneu_accounts::Error),
    /// The accounts service.
    #[error("As contas recusaram: {0}")]
    Accounts(#[from] ateneu_auth::Error),
    /// The payments.
    #[error("As assinaturas não puderam ser conferidas: {0}")]
    Payments(#[from] ateneu_membership::Error),
    /// The external courses.
    #[error("Os acessos aos cursos não puderam ser conferidos: {0}")]
    Courses(#[from] ateneu_course_access::Error),
    /// The files.
    #[error("Os arquivos recusaram: {0}")]
    Storage(#[from] ateneu_storage::Error),
}
