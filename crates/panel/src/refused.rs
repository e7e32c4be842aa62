//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(
        409,
        "O arquivo está em uso, talvez em um rascunho, em uma versão anterior ou na lixeira. Nada foi excluído."
    )]
    FileInUse,
    #[refusal(404, "O arquivo não existe mais. Atualize a lista.")]
    FileNotFound,
    #[refusal(
        403,
        "Outra pessoa enviou este arquivo, que ainda não está em uso. Só ela ou a administração pode excluí-lo."
    )]
    NotUploader,
}
