//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(crate::Error, ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(409, "Este já é o seu plano.")]
    AlreadyOnPlan,
    #[refusal(409, "Esta assinatura já foi devolvida.")]
    AlreadyRefunded,
    #[refusal(
        409,
        "Você já possui uma assinatura ativa. Use o portal de gerenciamento para alterar seu plano."
    )]
    AlreadySubscribed,
    #[refusal(409, "Já há um pagamento sendo aberto. Tente novamente em alguns segundos.")]
    CheckoutBusy,
    #[refusal(409, "Já existe uma assinatura com este e-mail em outra conta.")]
    EmailInUse,
    #[refusal(409, "Confirme o e-mail da sua conta antes de assinar.")]
    EmailNotConfirmed,
    #[refusal(400, "O endereço de volta não é desta área de membros.")]
    InvalidReturn,
    #[refusal(409, "Não há cortesia em curso para encerrar.")]
    NoCourtesy,
    #[refusal(409, "Você ainda não tem uma assinatura para gerenciar.")]
    NoCustomer,
    #[refusal(409, "Você não tem uma assinatura em andamento.")]
    NoSubscription,
    #[refusal(409, "Essa pessoa não está na lista de remoção do grupo VIP.")]
    NotToRemove,
    #[refusal(403, "Este pagamento não é da sua conta.")]
    NotYourCheckout,
    #[refusal(409, "Esta cobrança é de outro produto. Devolva pelo painel do serviço de pagamento.")]
    OtherProduct,
    #[refusal(400, "Uma cortesia dura de 1 a 12 meses.")]
    OutOfRange,
    #[refusal(429, "Uma mensagem dessas acaba de ser enviada. Aguarde um minuto.")]
    OverEmailSendRateLimit,
    #[refusal(429, "Muitas consultas seguidas. Aguarde alguns minutos e tente de novo.")]
    OverRequestRateLimit,
    #[refusal(409, "Este pagamento está contestado no banco, que decide sobre a devolução.")]
    PaymentDisputed,
    #[refusal(409, "Você tem um pagamento em aberto. Pague-o ou cancele-o antes de escolher outro plano.")]
    PaymentPending,
    #[refusal(503, "Esta instalação ainda não recebe pagamentos.")]
    PaymentsUnavailable,
    #[refusal(400, "Este plano não é vendido por ano. Escolha a cobrança mensal.")]
    PeriodNotSold,
    #[refusal(404, "Essa conta não existe mais.")]
    PersonNotFound,
    #[refusal(
        409,
        "Sua assinatura está cancelada ou com pagamento em aberto. Resolva isso no portal antes de mudar de plano."
    )]
    PlanChangeBlocked,
    #[refusal(400, "Escolha o plano da cortesia.")]
    PlanNeeded,
    #[refusal(400, "O plano Enterprise é contratado por conversa. Fale comigo pelo chat.")]
    PlanNotSoldHere,
    #[refusal(403, "O seu plano não inclui o grupo VIP. Veja os planos que o incluem.")]
    PlanRequired,
    #[refusal(503, "O preço deste plano está em revisão. Tente novamente mais tarde.")]
    PriceChanged,
    #[refusal(503, "Este plano não está à venda agora. Tente novamente mais tarde.")]
    PriceMissing,
    #[refusal(502, code = "provider_refused", "O serviço de pagamento recusou o pedido. Nada foi cobrado.")]
    RejectedByProvider,
    #[refusal(
        503,
        "O serviço de pagamento não respondeu. Nada foi cobrado; tente novamente em alguns instantes."
    )]
    ProviderUnavailable,
    #[refusal(400, "Diga o motivo, em até 500 caracteres.")]
    ReasonNeeded,
    #[refusal(404, "Esse recibo não existe.")]
    ReceiptNotFound,
    #[refusal(400, "Informe um valor entre R$ 0,01 e o que resta desta cobrança.")]
    RefundAmount,
    #[refusal(
        409,
        "O prazo para devolução já terminou. Você pode cancelar quando quiser e usar até o fim do período pago."
    )]
    RefundTooLate,
    #[refusal(400, "Não existe um plano com esse nome.")]
    UnknownPlan,
    #[refusal(
        409,
        code = "email_not_confirmed",
        "Essa conta não tem e-mail confirmado. Convide a pessoa, ou repita depois da confirmação."
    )]
    Unproved,
    #[refusal(409, "O link do grupo VIP ainda não foi cadastrado. Avise pelo formulário de contato.")]
    VipGroupUnset,
}
