//! Errors: a stable code for programs, a sentence for people.

use crate::Offer;
use crate::error_code::ErrorCode;

/// Errors of payments.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The person has a live subscription already.
    #[error("Você já possui uma assinatura ativa. Use o portal de gerenciamento para alterar seu plano.")]
    AlreadySubscribed,
    /// A boleto or Pix of this person is unpaid.
    #[error("Você tem um pagamento em aberto. Pague-o ou cancele-o antes de escolher outro plano.")]
    PaymentPending,
    /// There is no such plan.
    #[error("Não existe um plano com esse nome.")]
    UnknownPlan,
    /// The plan has no price for that period.
    #[error("Este plano não é vendido por ano. Escolha a cobrança mensal.")]
    PeriodNotSold,
    /// This plan is sold in person, not by a payment page.
    #[error("O plano Enterprise é contratado por conversa. Fale comigo pelo chat.")]
    NotSoldHere,
    /// The person has never paid, so there is nothing to manage.
    #[error("Você ainda não tem uma assinatura para gerenciar.")]
    NoCustomer,
    /// There is no subscription to cancel or refund.
    #[error("Você não tem uma assinatura em andamento.")]
    NoSubscription,
    /// The subscription is to that plan already.
    #[error("Este já é o seu plano.")]
    SamePlan,
    /// The subscription is canceled or owes a payment.
    #[error(
        "Sua assinatura está cancelada ou com pagamento em aberto. Resolva isso no portal antes de mudar de plano."
    )]
    ChangeBlocked,
    /// Too many questions about another plan.
    #[error("Muitas consultas seguidas. Aguarde alguns minutos e tente de novo.")]
    TooManyPreviews,
    /// A page to return to that is none of the members' area.
    #[error("O endereço de volta não é desta área de membros.")]
    InvalidReturn,
    /// Withdrawal period and guarantee have ended.
    #[error(
        "O prazo para devolução já terminou. Você pode cancelar quando quiser e usar até o fim do período pago."
    )]
    RefundTooLate,
    /// The subscription or the charge was refunded before.
    #[error("Esta assinatura já foi devolvida.")]
    AlreadyRefunded,
    /// More than is left of the charge, or nothing.
    #[error("Informe um valor entre R$ 0,01 e o que resta desta cobrança.")]
    RefundAmount,
    /// A charge at a price that is none of the plans.
    #[error("Esta cobrança é de outro produto. Devolva pelo painel do serviço de pagamento.")]
    OtherProduct,
    /// The plan does not entitle to the VIP group.
    #[error("O seu plano não inclui o grupo VIP. Veja os planos que o incluem.")]
    NoVipGroup,
    /// The owner has not stored the address of the VIP group.
    #[error("O link do grupo VIP ainda não foi cadastrado. Avise pelo formulário de contato.")]
    VipGroupUnset,
    /// The person never opened the VIP group, or is entitled to it.
    #[error("Essa pessoa não está na lista de remoção do grupo VIP.")]
    NotToRemove,
    /// The payer disputes the payment at the bank, who decides.
    #[error("Este pagamento está contestado no banco, que decide sobre a devolução.")]
    Disputed,
    /// The account has no email.
    #[error("Confirme o e-mail da sua conta antes de assinar.")]
    NoAddress,
    /// The email of the account is not verified, and no invitation was sent to it.
    #[error("Essa conta não tem e-mail confirmado. Convide a pessoa, ou repita depois da confirmação.")]
    Unproved,
    /// Another account with the same email has a membership, as a company's account may.
    #[error("Já existe uma assinatura com este e-mail em outra conta.")]
    AddressTaken,
    /// Another request of the same person is running.
    #[error("Já há um pagamento sendo aberto. Tente novamente em alguns segundos.")]
    Busy,
    /// The provider has no price for the plan.
    #[error("Este plano não está à venda agora. Tente novamente mais tarde.")]
    PriceMissing(Offer),
    /// The provider's price differs from the one the site shows.
    #[error("O preço deste plano está em revisão. Tente novamente mais tarde.")]
    PriceChanged(Offer),
    /// A payment page of somebody else, or none.
    #[error("Este pagamento não é da sua conta.")]
    NotYours,
    /// There is no such account.
    #[error("Essa conta não existe mais.")]
    NoSuchPerson,
    /// A courtesy is whole months, one year at most.
    #[error("Uma cortesia dura de 1 a 12 meses.")]
    CourtesyLength,
    /// A courtesy and a refund by an administrator need a reason.
    #[error("Diga o motivo, em até 500 caracteres.")]
    ReasonNeeded,
    /// A courtesy needs a plan, where the person has none.
    #[error("Escolha o plano da cortesia.")]
    CourtesyPlan,
    /// There is no courtesy to revoke.
    #[error("Não há cortesia em curso para encerrar.")]
    NoCourtesy,
    /// A receipt of somebody else, or of nothing that was paid.
    #[error("Esse recibo não existe.")]
    NoSuchReceipt,
    /// The same email was sent a moment ago.
    #[error("Uma mensagem dessas acaba de ser enviada. Aguarde um minuto.")]
    TooSoon,
    /// The provider does not respond, or not with a readable body.
    #[error("O serviço de pagamento não respondeu. Nada foi cobrado; tente novamente em alguns instantes.")]
    ProviderDown(String),
    /// The provider refuses; its text is for the log.
    #[error("O serviço de pagamento recusou o pedido. Nada foi cobrado.")]
    ProviderRefused {
        /// HTTP's status.
        status: u16,
        /// The provider's code, such as `resource_missing`.
        code: String,
        /// The provider's text.
        message: String,
    },
    /// The sandbox is for trying out.
    #[error("the payment sandbox does not open in production")]
    SandboxInProduction,
    /// The address of the provider cannot be used.
    #[error("stripe.api_base: {0}")]
    Address(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// An email could not be queued, or another defect of ours.
    #[error("a defect: {0}")]
    Defect(&'static str),
}

impl Error {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        let code = match self {
            Self::AlreadySubscribed => ErrorCode::AlreadySubscribed,
            Self::PaymentPending => ErrorCode::PaymentPending,
            Self::UnknownPlan => ErrorCode::UnknownPlan,
            Self::PeriodNotSold => ErrorCode::PeriodNotSold,
            Self::NotSoldHere => ErrorCode::PlanNotSoldHere,
            Self::NoCustomer => ErrorCode::NoCustomer,
            Self::NoSubscription => ErrorCode::NoSubscription,
            Self::SamePlan => ErrorCode::AlreadyOnPlan,
            Self::ChangeBlocked => ErrorCode::PlanChangeBlocked,
            Self::TooManyPreviews => ErrorCode::OverRequestRateLimit,
            Self::InvalidReturn => ErrorCode::InvalidReturn,
            Self::RefundTooLate => ErrorCode::RefundTooLate,
            Self::AlreadyRefunded => ErrorCode::AlreadyRefunded,
            Self::RefundAmount => ErrorCode::RefundAmount,
            Self::OtherProduct => ErrorCode::OtherProduct,
            Self::NoVipGroup => ErrorCode::PlanRequired,
            Self::VipGroupUnset => ErrorCode::VipGroupUnset,
            Self::NotToRemove => ErrorCode::NotToRemove,
            Self::Disputed => ErrorCode::PaymentDisputed,
            Self::NoAddress | Self::Unproved => ErrorCode::EmailNotConfirmed,
            Self::AddressTaken => ErrorCode::EmailInUse,
            Self::Busy => ErrorCode::CheckoutBusy,
            Self::PriceMissing(_) => ErrorCode::PriceMissing,
            Self::PriceChanged(_) => ErrorCode::PriceChanged,
            Self::NotYours => ErrorCode::NotYourCheckout,
            Self::NoSuchPerson => ErrorCode::PersonNotFound,
            Self::CourtesyLength => ErrorCode::OutOfRange,
            Self::ReasonNeeded => ErrorCode::ReasonNeeded,
            Self::CourtesyPlan => ErrorCode::PlanNeeded,
            Self::NoCourtesy => ErrorCode::NoCourtesy,
            Self::NoSuchReceipt => ErrorCode::ReceiptNotFound,
            Self::TooSoon => ErrorCode::OverEmailSendRateLimit,
            Self::ProviderDown(_) => ErrorCode::ProviderUnavailable,
            Self::ProviderRefused { .. } => ErrorCode::ProviderRefused,
            Self::SandboxInProduction => ErrorCode::SandboxInProduction,
            Self::Address(_) => ErrorCode::ProviderAddress,
            Self::Database(_) => ErrorCode::DatabaseUnavailable,
            Self::Defect(_) => ErrorCode::Internal,
        };
        code.into_str()
    }

    /// True where the requested object does not exist.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::ProviderRefused { code, .. } if code == "resource_missing")
    }

    /// The provider knows the idempotency key for another request.
    pub(crate) fn is_other_intent(&self) -> bool {
        matches!(self, Self::ProviderRefused { code, .. } if code == "idempotency_error")
    }

    /// The full text, for logs and the queue.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::ProviderDown(why) => format!("the provider does not answer: {why}"),
            Self::ProviderRefused { status, code, message } => {
                format!("the provider answered {status} ({code}): {message}")
            }
            other => other.to_string(),
        }
    }
}
