//! The refusals of this crate. Those of procedures and triggers have status 400.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(crate::Error, ateneu_data::Error)]
pub(crate) enum Refused {
    #[refusal(409, "Já existe uma conta com esse e-mail.")]
    EmailExists,
    #[refusal(409, "O e-mail dessa conta ainda não foi confirmado. Convide a pessoa, ou dê o papel depois.")]
    EmailNotConfirmed,
    #[refusal(403, "Confirme primeiro a segunda etapa.")]
    InsufficientAal,
    #[refusal(400, "Use como foto uma imagem que você enviou a este site.")]
    InvalidAvatar,
    #[refusal(400, "Esse endereço de e-mail não existe na forma em que foi escrito.")]
    InvalidEmail,
    #[refusal(400, "Informe o nome em uma linha, com até 120 caracteres.")]
    InvalidName,
    #[refusal(
        400,
        code = "validation_failed",
        "Digite um número de telefone válido com DDI (ex: +5511999999999)."
    )]
    InvalidPhone,
    #[refusal(409, "É a última conta que administra o site. Dê o papel a outra antes.")]
    LastAdmin,
    #[refusal(409, "Esta instalação ainda não envia mensagens de texto.")]
    MfaPhoneEnrollNotEnabled,
    #[refusal(409, "Essa conta não tem e-mail.")]
    NoEmail,
    #[refusal(409, "Não há exclusão marcada para esta conta.")]
    NoErasure,
    #[refusal(409, "Essa conta não tem verificação em duas etapas nem passkey.")]
    NoFactors,
    #[refusal(409, "Essa conta não está suspensa.")]
    NotBanned,
    #[refusal(409, "Só quem tem a permissão de edição pode publicar. Conceda antes a de edição.")]
    NotEditor,
    #[refusal(403, "Isso não se faz com a própria conta. Peça a outra pessoa que administra o site.")]
    NotYourself,
    #[refusal(409, "Essa conta já foi confirmada: não há convite nem confirmação a reenviar.")]
    NothingWaiting,
    #[refusal(
        409,
        code = "last_admin",
        "Esta é a única conta de administração. Dê esse papel a outra pessoa antes de excluir a sua."
    )]
    OnlyAdmin,
    #[refusal(400, "A suspensão dura de 1 a 3.650 dias, ou não tem fim.")]
    OutOfRange,
    #[refusal(429, "Uma mensagem dessas acaba de ser enviada. Aguarde um minuto.")]
    OverEmailSendRateLimit,
    #[refusal(429, "Aguarde um minuto antes de pedir outro código.")]
    OverSmsSendRateLimit,
    #[refusal(409, "A conta está suspensa. Levante a suspensão antes.")]
    PersonBanned,
    #[refusal(404, "Essa conta não existe mais.")]
    PersonNotFound,
    #[refusal(400, "Diga o motivo da suspensão, em até 500 caracteres.")]
    ReasonNeeded,
    #[refusal(403, "Confirme que é você com o código enviado por e-mail.")]
    ReauthenticationNeeded,
    #[refusal(400, "Código inválido ou expirado.")]
    ReauthenticationNotValid,
    #[refusal(
        403,
        code = "reauthentication_needed",
        "Confirme de novo a segunda etapa para mudar a proteção da conta."
    )]
    SecondFactorNeeded,
    #[refusal(403, code = "session_not_found", "Sessão expirada. Faça login novamente.")]
    SessionExpired,
    #[refusal(404, "Essa sessão já foi encerrada.")]
    SessionNotFound,
    #[refusal(409, "A sua assinatura está ativa. Cancele a assinatura antes de excluir a conta.")]
    SubscriptionActive,
    #[refusal(429, code = "over_request_rate_limit", "Foram muitas tentativas. Tente novamente mais tarde.")]
    TooManyAttempts,
    #[refusal(409, "Esta conta já tem o máximo de verificações. Remova uma antes.")]
    TooManyEnrolledMfaFactors,
    #[refusal(429, "Você já baixou os seus dados três vezes hoje. Tente novamente amanhã.")]
    TooManyExports,
    #[refusal(
        429,
        code = "over_request_rate_limit",
        "Muitos códigos errados. Aguarde quinze minutos e tente de novo."
    )]
    TooManyWrongCodes,
    #[refusal(404, "Esta conta não existe mais.")]
    UserNotFound,
}
