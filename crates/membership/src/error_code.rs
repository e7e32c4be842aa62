//! The stable codes of refusals.

use strum::{IntoStaticStr, VariantNames};

/// Why a request is refused.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ErrorCode {
    AlreadyRefunded,
    AlreadySubscribed,
    CheckoutBusy,
    DatabaseUnavailable,
    EmailInUse,
    EmailNotConfirmed,
    Internal,
    NoCourtesy,
    NoCustomer,
    NoSubscription,
    NotYourCheckout,
    NotToRemove,
    OtherProduct,
    OutOfRange,
    OverEmailSendRateLimit,
    PaymentDisputed,
    PaymentPending,
    PaymentsUnavailable,
    PeriodNotSold,
    PersonNotFound,
    PlanNeeded,
    PlanNotSoldHere,
    PlanRequired,
    PriceChanged,
    PriceMissing,
    ProviderAddress,
    ProviderRefused,
    ProviderUnavailable,
    ReasonNeeded,
    ReceiptNotFound,
    RefundAmount,
    RefundTooLate,
    SandboxInProduction,
    UnknownPlan,
    VipGroupUnset,
}
