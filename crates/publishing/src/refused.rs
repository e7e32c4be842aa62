//! The refusals of this crate. Those of procedures and triggers have status 400.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_data::Error, ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(400, "Só quem administra o site muda o autor de um conteúdo.")]
    AuthorNotAllowed,
    #[refusal(400, "Já existe uma categoria com este nome.")]
    CategoryExists,
    #[refusal(400, "Esta categoria não existe mais. Escolha outra.")]
    CategoryNotFound,
    #[refusal(400, "Escreva o que precisa mudar.")]
    CommentMissing,
    #[refusal(400, "Use no máximo 2.000 caracteres no comentário.")]
    CommentTooLong,
    #[refusal(400, "Este conteúdo foi excluído ou está na lixeira.")]
    ContentNotFound,
    #[refusal(
        400,
        "Este arquivo também está em um conteúdo exclusivo e ficaria aberto a todos. Envie outra imagem."
    )]
    CoverIsExclusive,
    #[refusal(400, "O rascunho é longo demais para ser guardado. Encurte o texto.")]
    DraftTooLong,
    #[refusal(
        400,
        "Este arquivo também está em um conteúdo exclusivo e ficaria aberto a todos. Envie outro arquivo."
    )]
    FileIsExclusive,
    #[refusal(
        400,
        "Este arquivo também está em um conteúdo aberto a todos e não ficaria exclusivo. Envie outro arquivo."
    )]
    FileIsPublic,
    #[refusal(400, "As mudanças de acesso não puderam ser lidas. Recarregue a página e tente de novo.")]
    InvalidEntitlements,
    #[refusal(400, "Os campos do rascunho não puderam ser lidos. Recarregue a página e tente de novo.")]
    InvalidFields,
    #[refusal(400, "A lista de conteúdos não pôde ser lida. Recarregue a página e tente de novo.")]
    InvalidIds,
    #[refusal(400, "A ordem não inclui cada categoria uma única vez. Recarregue a página e tente de novo.")]
    InvalidOrder,
    #[refusal(400, "Entre na sua conta para fazer isso.")]
    NotSignedIn,
    #[refusal(400, "Não há alterações para revisar: o que está aqui já está no site.")]
    NothingToReview,
    #[refusal(
        422,
        "A imagem não pôde ser copiada do outro site. Salve-a no seu computador e envie por aqui."
    )]
    PictureNotFound,
    #[refusal(400, "Dê um texto padrão a cada campo pessoal, como em {nome|leitor}, com até 60 caracteres.")]
    PersonalFieldWithoutDefault,
    #[refusal(503, "Há imagens demais sendo preparadas. Tente de novo em instantes.")]
    PicturesBusy,
    #[refusal(
        400,
        "Este conteúdo já está publicado ou agendado. Peça revisão para levar as alterações ao site."
    )]
    PublishingNotAllowed,
    #[refusal(400, "O pedido de revisão já foi respondido ou retirado. Recarregue a página.")]
    ReviewNotWaiting,
    #[refusal(400, "Esta versão não existe mais.")]
    RevisionNotFound,
    #[refusal(400, "Escolha duas categorias diferentes.")]
    SameCategory,
    #[refusal(400, "Escolha uma data no futuro.")]
    ScheduleInThePast,
    #[refusal(400, "Use letras minúsculas, números e hífens.")]
    SlugInvalid,
    #[refusal(400, "Este caminho é reservado pelo site. Escolha outro.")]
    SlugReserved,
    #[refusal(400, "Outro conteúdo já usa ou já usou este caminho. Escolha outro.")]
    SlugTaken,
    #[refusal(400, "Este conteúdo já tem 200 comentários. Exclua algum que não sirva mais.")]
    TooManyComments,
    #[refusal(400, "A carta usa um campo pessoal que não existe. Os campos são primeiro_nome, nome e email.")]
    UnknownPersonalField,
    #[refusal(400, "O conteúdo não pode sair do ar antes de ser publicado.")]
    UnpublishedBeforePublished,
}
