//! Emails to members, and to the owner about payments.

use super::fields::{Button, List, email_fields, phrases};

email_fields! {
    /// A subscription was paid for the first time.
    MembershipWelcome {
        /// Name of the plan.
        plan: String = "plano",
        /// Lines of the plan.
        included: Option<List> = "incluído",
        /// The page of members.
        button: Button = "botão",
        /// Interval of the renewals.
        renewal: Renewal = "todo_período" required,
        /// Address of the page on which the subscription is managed.
        page: String = "página_da_assinatura" required,
    }

    /// A payment failed.
    MembershipFailed {
        /// The charge.
        charge: Charge = "cobrança",
        /// Name of the plan.
        plan: String = "plano",
        /// Last day of access.
        until: String = "dia" required,
        /// The payment portal.
        button: Button = "botão",
        /// Address at which the open charge alone can be paid.
        page: Option<String> = "página_da_cobrança" required,
    }

    /// A payment is still missing, and access ends soon.
    MembershipGraceEnds {
        /// Name of the plan.
        plan: String = "plano",
        /// Last day of access.
        until: String = "dia" required,
        /// The payment portal.
        button: Button = "botão",
    }

    /// Access is suspended until the payment.
    MembershipSuspended {
        /// The payment portal.
        button: Button = "botão",
    }

    /// The subscription was ended without a payment.
    MembershipUnpaid {
        /// The plans.
        button: Button = "botão",
    }

    /// The subscription was canceled.
    MembershipCanceled {
        /// Name of the plan.
        plan: String = "plano",
        /// Last day of access.
        until: String = "dia" required,
        /// The page on which the member can keep the subscription, while that is possible.
        button: Option<Button> = "botão",
    }

    /// Access after a cancellation ends soon.
    MembershipEndsSoon {
        /// Name of the plan.
        plan: String = "plano",
        /// Last day of access.
        until: String = "dia" required,
        /// The page of the subscription.
        button: Button = "botão",
    }

    /// The paid period is over.
    MembershipEnded {
        /// Name of the plan.
        plan: String = "plano",
        /// The plans.
        button: Button = "botão",
    }

    /// A subscription was refunded.
    MembershipRefunded {
        /// Name of the plan.
        plan: String = "plano",
        /// Refunded amount.
        amount: RefundedAmount = "valor" required,
    }

    /// A subscription is refunded by the owner's own hand.
    MembershipRefundedByHand {
        /// Name of the plan.
        plan: String = "plano",
        /// Refunded amount.
        amount: RefundedAmount = "valor" required,
    }

    /// A second subscription was canceled.
    MembershipDuplicate {
        /// Refund of the second subscription.
        refund: DuplicateRefund = "devolução" required,
        /// The page of the subscription.
        button: Button = "botão",
    }

    /// A charge was refunded, in part or whole.
    MembershipChargeRefunded {
        /// Refunded amount.
        amount: String = "valor" required,
        /// Day of the charge.
        day: String = "dia",
        /// Amount of the charge.
        charge: String = "cobrança" required,
        /// The page with the receipts.
        button: Button = "botão",
    }

    /// A plan will lose entitlements.
    MembershipWithdrawn {
        /// Name of the plan.
        plan: String = "plano",
        /// Day from which the plan no longer includes them.
        from: String = "dia" required,
        /// The entitlements.
        lost: String = "o_que_sai" required,
        /// The page of the subscription.
        button: Button = "botão",
    }

    /// The way to the page on which a membership is managed.
    MembershipLink {
        /// The page.
        button: Button = "botão",
    }

    /// Free months were granted.
    MembershipCourtesy {
        /// Last day of access.
        until: String = "dia" required,
        /// Lines of the plan.
        included: Option<List> = "incluído",
        /// The page of members.
        button: Button = "botão",
    }

    /// The receipt of a payment for a subscription, again.
    MembershipReceipt {
        /// Plan and period.
        plan: String = "plano",
        /// Amount.
        amount: String = "valor" required,
        /// Day of the payment.
        day: Option<String> = "dia",
        /// Tax id of the payer.
        tax_id: Option<String> = "cpf_ou_cnpj" required,
        /// Number of the receipt.
        number: Option<String> = "número",
        /// The provider's receipt.
        button: Option<Button> = "botão",
    }

    /// The receipt of a payment for another product, again.
    PaymentReceipt {
        /// Amount.
        amount: String = "valor" required,
        /// Day of the payment.
        day: Option<String> = "dia",
        /// Tax id of the payer.
        tax_id: Option<String> = "cpf_ou_cnpj" required,
        /// Number of the receipt.
        number: Option<String> = "número",
        /// The provider's receipt.
        button: Option<Button> = "botão",
    }

    /// The provider sent an unknown state.
    AlertUnknownState {
        /// The provider's id of the customer.
        customer: String = "cliente" required,
    }

    /// A customer paid two subscriptions.
    AlertPaidTwice {
        /// The provider's id of the customer.
        customer: String = "cliente" required,
        /// The provider's id of the canceled subscription.
        subscription: String = "assinatura",
    }

    /// A customer asked for the money back more than once.
    AlertRefundedAgain {
        /// The provider's id of the customer.
        customer: String = "cliente" required,
        /// Number of refunds.
        times: i64 = "vezes",
    }

    /// A payment was disputed.
    AlertDisputed {
        /// The provider's id of the payment.
        payment: String = "pagamento" required,
    }

    /// A refund of a subscription that the provider refused.
    AlertRefundByHand {
        /// Amount.
        amount: String = "valor" required,
        /// The provider's id of the customer.
        customer: String = "cliente" required,
        /// The reason, a sentence.
        reason: RefundRefusal = "motivo",
    }

    /// A refund of a charge that the provider refused.
    AlertChargeRefundByHand {
        /// Amount.
        amount: String = "valor" required,
        /// Number of the receipt.
        receipt: String = "recibo" required,
        /// The provider's id of the customer.
        customer: String = "cliente" required,
        /// The reason, a sentence.
        reason: RefundRefusal = "motivo",
    }

    /// A refund that fails again and again.
    AlertRefundWaits {
        /// The provider's id of the customer.
        customer: String = "cliente" required,
        /// The last error.
        reason: String = "motivo",
    }

    /// The price at the provider differs from the site's.
    AlertPriceChanged {
        /// Id of the plan.
        plan: String = "plano" required,
        /// Price on the site.
        price: String = "preço_no_site",
        /// Period of the price.
        period: ChargePeriod = "período_no_site",
        /// Price at the provider.
        charged: String = "preço_no_serviço",
        /// Period of the price.
        charged_period: ChargePeriod = "período_no_serviço",
    }
}

phrases! {
    /// Interval of the renewals.
    Renewal in renewal {
        /// Each month.
        Month = "month",
        /// Each year.
        Year = "year",
    }

    /// Period of a price.
    ChargePeriod in charge_period {
        /// A month.
        Month = "month",
        /// A year.
        Year = "year",
        /// Another one.
        Other = "other",
    }

    /// A charge, at the beginning of a sentence.
    Charge in charge {
        /// A charge with its amount.
        Known = "known" {
            /// Amount.
            amount: String = "valor" required,
        },
        /// A charge without an amount.
        Unknown = "unknown",
    }

    /// A refunded amount in a sentence.
    RefundedAmount in refunded_amount {
        /// The amount.
        Known = "known" {
            /// Amount.
            amount: String = "valor" required,
        },
        /// Unknown amount.
        Unknown = "unknown",
    }

    /// Reason why the provider does not refund.
    RefundRefusal in refund_refusal {
        /// The charge was not paid through the provider.
        NotPaid = "not_paid",
        /// The provider's own words.
        Provider = "provider" {
            /// A sentence.
            message: String = "mensagem" required,
        },
    }

    /// Refund of a second subscription.
    DuplicateRefund in duplicate_refund {
        /// A paid subscription.
        Paid = "paid" {
            /// Amount.
            amount: String = "valor" required,
        },
        /// A subscription without a payment.
        Unpaid = "unpaid",
    }
}
