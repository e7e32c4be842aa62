//! Alerts to the owner, each sent once.

use ateneu_mail::{Block, Email};

use crate::{Error, Offer, Payments, money::reais, provider::models::Price};

/// An alert to the owner.
pub(crate) struct Alert {
    /// One email for each key.
    key: String,
    heading: &'static str,
    text: String,
}

pub(crate) fn unknown_state(customer: &str) -> Alert {
    Alert {
        key: format!("payments-unknown-{customer}"),
        heading: "Uma assinatura em situação desconhecida",
        text: format!(
            "O serviço de pagamento informou, para o cliente {customer}, uma situação que o site não conhece. O acesso \
             fica fechado até que ela mude. Veja o painel do serviço de pagamento."
        ),
    }
}

pub(crate) fn paid_twice(customer: &str, subscription: &str) -> Alert {
    Alert {
        key: format!("payments-twice-{subscription}"),
        heading: "Uma assinatura paga duas vezes",
        text: format!(
            "O cliente {customer} pagou duas assinaturas. A mais nova ({subscription}) foi cancelada e o valor, devolvido."
        ),
    }
}

pub(crate) fn refunded_again(customer: &str, times: i64) -> Alert {
    Alert {
        key: format!("payments-refunded-again-{customer}-{times}"),
        heading: "Um cliente pediu devolução mais de uma vez",
        text: format!(
            "O cliente {customer} assinou e pediu o dinheiro de volta {times} vezes. O direito de arrependimento vale a \
             cada contratação; se houver abuso, fale com o cliente."
        ),
    }
}

pub(crate) fn disputed(payment: &str) -> Alert {
    Alert {
        key: format!("payments-dispute-{payment}"),
        heading: "Um pagamento foi contestado",
        text: format!(
            "O pagamento {payment} foi contestado junto ao banco. O acesso do cliente está fechado. Responda no painel do \
             serviço de pagamento, dentro do prazo."
        ),
    }
}

pub(crate) fn refund_by_hand(refund: &str, customer: &str, amount: i64, why: &str) -> Alert {
    Alert {
        key: format!("payments-refund-by-hand-{refund}"),
        heading: "Uma devolução precisa ser feita por você",
        text: format!(
            "O serviço de pagamento não aceita devolver {} ao cliente {customer}: {why} A assinatura foi encerrada e o \
             acesso, fechado. Devolva o valor por outro meio e responda ao cliente.",
            reais(amount)
        ),
    }
}

/// A part of a charge, or all of it, that the provider does not give back. Nothing else changes.
pub(crate) fn charge_refund_by_hand(
    refund: &str,
    receipt: &str,
    customer: &str,
    amount: i64,
    why: &str,
) -> Alert {
    Alert {
        key: format!("payments-charge-refund-by-hand-{refund}"),
        heading: "Uma devolução precisa ser feita por você",
        text: format!(
            "O serviço de pagamento não aceita devolver {} do recibo {receipt} ao cliente {customer}: {why} A assinatura e \
             o acesso não mudam com isso. Devolva o valor por outro meio e avise o cliente.",
            reais(amount)
        ),
    }
}

pub(crate) fn refund_waits(refund: &str, customer: &str, why: &str) -> Alert {
    Alert {
        key: format!("payments-refund-waits-{refund}"),
        heading: "Uma devolução está parada",
        text: format!(
            "A devolução pedida pelo cliente {customer} foi tentada várias vezes e ainda não saiu: {why} O site continua \
             tentando. Veja o painel do serviço de pagamento."
        ),
    }
}

pub(crate) fn price_changed(offer: Offer, here: i64, there: &Price) -> Alert {
    let there_period = there.period.map_or("em outro período", |period| period.words());
    Alert {
        key: format!("payments-price-{}-{here}-{}-{there_period}", offer.lookup_key(), there.amount),
        heading: "O preço de um plano não confere",
        text: format!(
            "No site o plano {} custa {} {} e no serviço de pagamento, {} {there_period}. Enquanto não forem iguais, o \
             plano não é vendido.",
            offer.plan.name(),
            reais(here),
            offer.period.words(),
            reais(there.amount),
        ),
    }
}

/// Queues an email to the owner, once per key.
pub(crate) async fn send(payments: &Payments, alert: &Alert) -> Result<(), Error> {
    tracing::warn!(alert = alert.key, "the owner is notified about a payment");
    let sender = payments.mail().sender();
    let email = Email {
        subject: alert.heading.to_owned(),
        preheader: alert.text.clone(),
        heading: alert.heading.to_owned(),
        blocks: vec![Block::Paragraph(alert.text.clone())],
        reason: "Você recebe este aviso porque administra o site.".to_owned(),
        unsubscribe: None,
    };
    let message = email.to(&sender.email, &sender).once(alert.key.clone());
    let mail = payments.mail().clone();
    Ok(payments.db().write(move |tx| mail.queue(tx, &message).map(drop)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refund_of_a_customer_has_its_own_alert() {
        let alerts = |refund| [refund_by_hand(refund, "c", 100, "não."), refund_waits(refund, "c", "não.")];
        for (first, second) in alerts("r1").into_iter().zip(alerts("r2")) {
            assert_ne!(first.key, second.key);
        }
    }
}
