//! The refusals of this crate. Those of procedures and triggers have status 400.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_data::Error)]
pub(crate) enum Refused {
    #[refusal(400, "Você já recorreu desta decisão.")]
    AlreadyAppealed,
    #[refusal(400, "Você já denunciou isto. O andamento está em Moderação e bloqueios.")]
    AlreadyReported,
    #[refusal(400, "Quem decidiu não julga o recurso. Outra pessoa da equipe precisa decidir.")]
    AppealByTheSame,
    #[refusal(400, "Este recurso já foi decidido.")]
    AppealDecided,
    #[refusal(400, "Escreva por que a decisão deve ser revista.")]
    AppealMissing,
    #[refusal(400, "O prazo de 30 dias para recorrer terminou.")]
    AppealTooLate,
    #[refusal(400, "Você não pode bloquear a si.")]
    BlockOfOwn,
    #[refusal(400, "A equipe não pode ser bloqueada. Se houve um problema, denuncie.")]
    BlockOfStaff,
    #[refusal(
        400,
        "Outra pessoa da equipe está analisando este caso. Escolha outro ou espere alguns minutos."
    )]
    CaseClaimed,
    #[refusal(400, "Este caso já foi decidido.")]
    CaseDecided,
    #[refusal(400, "Este caso não existe mais.")]
    CaseNotFound,
    #[refusal(400, "Outra pessoa da equipe já decidiu sobre este canal.")]
    ChannelDecided,
    #[refusal(400, "Já há publicações neste canal. Ele continua privado; crie outro para todos.")]
    ChannelHasPosts,
    #[refusal(400, "Este canal ainda espera aprovação.")]
    ChannelWaits,
    #[refusal(400, "Só a equipe cria canais. Sugira o canal a um moderador.")]
    ChannelsAreForStaff,
    #[refusal(400, "O comentário que você está respondendo foi removido.")]
    CommentNotFound,
    #[refusal(400, "O seu acesso à comunidade foi encerrado. Veja a decisão em Moderação e bloqueios.")]
    CommunityBanned,
    #[refusal(
        400,
        "Você está em silêncio na comunidade por enquanto. O prazo está em Moderação e bloqueios."
    )]
    CommunitySilenced,
    #[refusal(400, "Escolha por quantos dias, de 1 a 365.")]
    DaysMissing,
    #[refusal(400, "Esta decisão não existe mais.")]
    DecisionNotFound,
    #[refusal(400, "Só quem decidiu pode desfazer.")]
    DecisionOfAnother,
    #[refusal(400, "Há uma versão mais nova deste rascunho em outro aparelho.")]
    DraftIsOlder,
    #[refusal(400, "O prazo de 24 horas para editar terminou.")]
    EditTimeOver,
    #[refusal(400, "Nenhuma publicação daqui foi identificada. Registre a resposta em Manter.")]
    NobodyConcerned,
    #[refusal(400, "Não há texto para ocultar. Escolha advertir, silenciar ou banir.")]
    NothingToHide,
    #[refusal(400, "O caso é sobre você. Outra pessoa da equipe precisa decidir.")]
    OwnCase,
    #[refusal(400, "O seu plano não inclui a conversa desta aula.")]
    PlanRequired,
    #[refusal(400, "Outras pessoas comentaram em um canal privado. A publicação fica onde está.")]
    PostHasComments,
    #[refusal(400, "Este aparelho não pôde ser inscrito para receber avisos.")]
    PushSubscriptionUnusable,
    #[refusal(400, "Escreva o motivo: ele é enviado a quem escreveu.")]
    ReasonMissing,
    #[refusal(400, "Isto não está mais disponível. Não é preciso denunciar.")]
    ReportNotFound,
    #[refusal(400, "Você não pode denunciar o que é seu. Para removê-lo, use Excluir.")]
    ReportOfOwn,
    #[refusal(400, "Você acabou de enviar este mesmo texto. Mude o texto ou espere cinco minutos.")]
    SameText,
    #[refusal(400, "Só outro administrador decide sobre um administrador.")]
    SubjectIsAdmin,
    #[refusal(400, "Pessoas da equipe não podem ser silenciadas nem banidas. Retire antes o papel delas.")]
    SubjectIsStaff,
    #[refusal(400, "Use no máximo 2.000 caracteres.")]
    TextTooLong,
    #[refusal(400, "Espere alguns segundos e envie de novo.")]
    TooFast,
    #[refusal(400, "Você chegou ao limite de pessoas bloqueadas.")]
    TooManyBlocks,
    #[refusal(400, "Três canais seus já esperam aprovação. Espere a decisão da equipe para pedir outro.")]
    TooManyChannelsWait,
    #[refusal(400, "Você chegou ao limite de denúncias de hoje. Continue amanhã, ou escreva para a equipe.")]
    TooManyReports,
    #[refusal(400, "O prazo de dez minutos para desfazer terminou.")]
    UndoTooLate,
    #[refusal(400, "Escolha uma das decisões da lista.")]
    UnknownDecision,
    #[refusal(400, "Escolha uma das frequências da lista.")]
    UnknownPeriod,
    #[refusal(400, "Escolha um dos motivos da lista.")]
    UnknownReason,
    #[refusal(
        400,
        code = "words_refused",
        "O texto tem uma palavra que não é aceita aqui, ou links demais. Mude-o e tente de novo."
    )]
    UnwelcomeWords,
}
