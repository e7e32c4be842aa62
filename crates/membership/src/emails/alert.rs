//! Alerts to the owner, each sent once.

use ateneu_content::emails::{
    AlertChargeRefundByHand, AlertDisputed, AlertPaidTwice, AlertPriceChanged, AlertRefundByHand,
    AlertRefundWaits, AlertRefundedAgain, AlertUnknownState, ChargePeriod, EmailFields, RefundRefusal,
};
use ateneu_schema::Words;

use crate::{Error, Offer, Payments, PlanPeriod, money::reais, provider::models::Price};

/// An alert to the owner.
pub(crate) struct Alert<F> {
    /// One email for each key.
    key: String,
    fields: F,
}

pub(crate) fn unknown_state(customer: &str) -> Alert<AlertUnknownState> {
    Alert {
        key: format!("payments-unknown-{customer}"),
        fields: AlertUnknownState { customer: customer.to_owned() },
    }
}

pub(crate) fn paid_twice(customer: &str, subscription: &str) -> Alert<AlertPaidTwice> {
    Alert {
        key: format!("payments-twice-{subscription}"),
        fields: AlertPaidTwice { customer: customer.to_owned(), subscription: subscription.to_owned() },
    }
}

pub(crate) fn refunded_again(customer: &str, times: i64) -> Alert<AlertRefundedAgain> {
    Alert {
        key: format!("payments-refunded-again-{customer}-{times}"),
        fields: AlertRefundedAgain { customer: customer.to_owned(), times },
    }
}

pub(crate) fn disputed(payment: &str) -> Alert<AlertDisputed> {
    Alert {
        key: format!("payments-dispute-{payment}"),
        fields: AlertDisputed { payment: payment.to_owned() },
    }
}

pub(crate) fn refund_by_hand(
    refund: &str,
    customer: &str,
    amount: i64,
    reason: RefundRefusal,
) -> Alert<AlertRefundByHand> {
    Alert {
        key: format!("payments-refund-by-hand-{refund}"),
        fields: AlertRefundByHand { amount: reais(amount), customer: customer.to_owned(), reason },
    }
}

/// A part of a charge, or all of it, that the provider does not give back. Nothing else changes.
pub(crate) fn charge_refund_by_hand(
    refund: &str,
    receipt: &str,
    customer: &str,
    amount: i64,
    reason: RefundRefusal,
) -> Alert<AlertChargeRefundByHand> {
    Alert {
        key: format!("payments-charge-refund-by-hand-{refund}"),
        fields: AlertChargeRefundByHand {
            amount: reais(amount),
            receipt: receipt.to_owned(),
            customer: customer.to_owned(),
            reason,
        },
    }
}

pub(crate) fn refund_waits(refund: &str, customer: &str, reason: &str) -> Alert<AlertRefundWaits> {
    Alert {
        key: format!("payments-refund-waits-{refund}"),
        fields: AlertRefundWaits { customer: customer.to_owned(), reason: reason.to_owned() },
    }
}

pub(crate) fn price_changed(offer: Offer, here: i64, there: &Price) -> Alert<AlertPriceChanged> {
    let there_period = there.period.map_or("other", PlanPeriod::words);
    Alert {
        key: format!("payments-price-{}-{here}-{}-{there_period}", offer.lookup_key(), there.amount),
        fields: AlertPriceChanged {
            plan: offer.plan.word().to_owned(),
            price: reais(here),
            period: charge_period(Some(offer.period)),
            charged: reais(there.amount),
            charged_period: charge_period(there.period),
        },
    }
}

fn charge_period(period: Option<PlanPeriod>) -> ChargePeriod {
    match period {
        Some(PlanPeriod::Month) => ChargePeriod::Month,
        Some(PlanPeriod::Year) => ChargePeriod::Year,
        None => ChargePeriod::Other,
    }
}

/// Queues an email to the owner, once per key.
pub(crate) async fn send(payments: &Payments, alert: &Alert<impl EmailFields>) -> Result<(), Error> {
    tracing::warn!(alert = alert.key, "the owner is notified about a payment");
    let sender = payments.mail().sender();
    let message = sender.email(&alert.fields).to(&sender.email, &sender).once(alert.key.clone());
    let mail = payments.mail().clone();
    Ok(payments.db().write(move |tx| mail.queue(tx, &message).map(drop)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refund_of_a_customer_has_its_own_alert() {
        let keys = |refund| {
            [
                refund_by_hand(refund, "c", 100, RefundRefusal::NotPaid).key,
                refund_waits(refund, "c", "não.").key,
            ]
        };
        for (first, second) in keys("r1").into_iter().zip(keys("r2")) {
            assert_ne!(first, second);
        }
    }
}
