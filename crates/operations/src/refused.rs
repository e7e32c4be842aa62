//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(409, "Esta tarefa já está em execução.")]
    JobRunning,
    #[refusal(400, "O valor está fora do intervalo permitido.")]
    OutOfRange,
    #[refusal(409, "Só se repete o que espera ou falhou. Esta tarefa já foi retomada.")]
    TaskNotRetried,
    #[refusal(404, "Não existe uma tarefa com esse nome.")]
    UnknownJob,
    #[refusal(404, "Esta tarefa não existe mais.")]
    UnknownTask,
}
