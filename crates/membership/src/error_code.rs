//! The stable codes of refusals.

use strum::{IntoStaticStr, VariantNames};

/// Reason why a request is refused.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ErrorCode {
    AlreadyOnPlan,
    AlreadyRefunded,
    AlreadySubscribed,
    CheckoutBusy,
    DatabaseUnavailable,
    EmailInUse,
    EmailNotConfirmed,
    Internal,
    InvalidReturn,
    NoCourtesy,
    NoCustomer,
    NoSubscription,
    NotYourCheckout,
    NotToRemove,
    OtherProduct,
    OutOfRange,
    OverEmailSendRateLimit,
    OverRequestRateLimit,
    PaymentDisputed,
    PaymentPending,
    PaymentsUnavailable,
    PeriodNotSold,
    PersonNotFound,
    PlanChangeBlocked,
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
