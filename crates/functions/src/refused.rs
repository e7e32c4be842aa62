//! Refusals of all functions.

use ateneu_derive::Refusals;

use crate::Refusal;

#[derive(Clone, Copy, Refusals)]
#[refusal(Refusal)]
pub(crate) enum Refused {
    #[refusal(503, "As contas não podem ser consultadas agora. Tente novamente em alguns instantes.")]
    AccountsUnavailable,
    #[refusal(503, "O banco de dados não responde agora. Tente novamente em alguns instantes.")]
    DatabaseUnavailable,
    #[refusal(500, "Ocorreu um erro inesperado. Tente novamente.")]
    Internal,
    #[refusal(400, "O pedido não pôde ser lido.")]
    InvalidPayload,
    #[refusal(403, "Somente administradores podem fazer isso.")]
    NotAdmin,
    #[refusal(403, "Somente quem edita conteúdos pode fazer isso.")]
    NotEditor,
    #[refusal(404, "Não existe uma função com esse nome.")]
    NotFound,
    #[refusal(401, "Você precisa estar logado.")]
    NotSignedIn,
    #[refusal(405, "Funções são chamadas com POST.")]
    OnlyPost,
    #[refusal(413, "O pedido é grande demais.")]
    TooLarge,
}
