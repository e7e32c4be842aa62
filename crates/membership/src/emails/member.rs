//! Emails to members: welcome, a payment that failed, canceled, about to end, ended, refunded. Each fact is read from the
//! rows in the transaction that wrote them and sent once. Old facts are not sent, so that importing old customers sends no
//! email.

use std::time::Duration;

use ateneu_base::{Timestamp, calendar::day};
use ateneu_db::{Error, Tx};
use ateneu_mail::{Block, Email, Mail};
use serde::Deserialize;

use super::included;
use crate::{Payments, Period, Plan, Terms, customers, money::reais, plan::worded};

/// Older facts are not sent.
const NEWS_FOR: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// The reminder is sent this long before access ends.
const REMINDER: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// The page on which a member manages the subscription.
pub(crate) const MANAGE: &str = "/membros/assinatura";

/// The same page with a redirect to the portal, whose own addresses expire quickly.
const PORTAL: &str = "/membros/assinatura?portal=1";

/// The data of the emails.
#[derive(Clone)]
pub(crate) struct MemberEmails {
    mail: Mail,
    public_url: String,
    terms: Vec<Terms>,
}

impl MemberEmails {
    pub(crate) fn of(payments: &Payments) -> Self {
        Self {
            mail: payments.mail().clone(),
            public_url: payments.0.public_url.clone(),
            terms: payments.terms(),
        }
    }
}

/// The present subscription.
#[derive(Deserialize)]
struct Subscriber {
    id: String,
    email: String,
    /// Plan as the email names it.
    plan: String,
    #[serde(skip)]
    included: Vec<Block>,
    period: Option<Period>,
    reason: String,
    until: Option<Timestamp>,
    is_live: bool,
    is_closed: bool,
    /// True where it is refunded and that email is still to come: no other email mentions the end.
    is_going_back: bool,
    started_at: Timestamp,
    canceled_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    owed_since: Option<Timestamp>,
    refunded_at: Option<Timestamp>,
}

/// One fact, and since when it holds.
pub(super) struct News {
    pub(super) key: String,
    pub(super) at: Timestamp,
    pub(super) subject: &'static str,
    pub(super) text: String,
    pub(super) more: Vec<Block>,
}

impl MemberEmails {
    /// Queues the emails that a person's stored subscription calls for.
    pub(crate) fn write(&self, tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<(), Error> {
        let sql = "SELECT p.id, s.email, coalesce(s.plan, '') AS plan, s.period, coalesce(s.access_reason, '') AS reason,
                          s.access_until AS until, s.past_due_since AS owed_since,
                          p.status IN ('active', 'trialing') AND NOT s.cancel_at_period_end AS is_live,
                          p.disputed_at IS NOT NULL AS is_closed,
                          EXISTS (SELECT 1 FROM payment_refunds r
                                  WHERE r.subscription_id = p.id AND r.state = 'begun') AS is_going_back,
                          p.started_at, p.canceled_at, p.ended_at, p.refunded_at
                   FROM subscribers s JOIN payment_subscriptions p ON p.id = s.subscription_id WHERE s.user_id = $1";
        let Some(mut known) = tx.query_optional_as::<Subscriber>(sql, &[user_id.into()])? else {
            return Ok(());
        };
        let terms = self.terms.iter().find(|terms| terms.plan.name() == known.plan);
        known.included = included("Seu plano inclui:", terms);
        known.plan = worded(terms.map_or(&known.plan, |terms| &terms.name), known.period);
        let Some(news) = self.news(tx, &known, now)? else {
            return Ok(());
        };
        if news.at + NEWS_FOR < now {
            return Ok(());
        }
        self.queue(tx, &known.email, news)
    }

    /// Queues the email about a second subscription that was canceled and refunded, once.
    pub(crate) fn duplicate(
        &self,
        tx: &mut Tx<'_>,
        user_id: &str,
        subscription: &str,
        amount: i64,
        now: Timestamp,
    ) -> Result<(), Error> {
        let Some(email) = customers::address(tx, user_id)? else {
            return Ok(());
        };
        let returned = if amount > 0 {
            format!("{} voltam pelo mesmo meio de pagamento.", reais(amount))
        } else {
            "Nada foi cobrado por ela.".to_owned()
        };
        let news = News {
            key: format!("duplicate-{subscription}"),
            at: now,
            subject: "Você tinha duas assinaturas",
            text: format!(
                "Duas assinaturas foram abertas na sua conta. A mais nova foi encerrada. {returned}"
            ),
            more: vec![
                Block::Paragraph(
                    "A outra assinatura continua como estava, e o seu acesso também.".to_owned(),
                ),
                self.action("Ver a assinatura", MANAGE),
            ],
        };
        self.queue(tx, &email, news)
    }

    pub(super) fn queue(&self, tx: &mut Tx<'_>, address: &str, news: News) -> Result<(), Error> {
        let sender = self.mail.sender();
        let mut blocks = vec![Block::Paragraph(news.text.clone())];
        blocks.extend(news.more);
        let email = Email {
            subject: news.subject.to_owned(),
            preheader: news.text,
            heading: format!("{}.", news.subject),
            blocks,
            reason: "Você recebe este e-mail porque assina um plano neste site.".to_owned(),
            unsubscribe: None,
        };
        let message =
            email.to(address, &sender).reply_to(&sender.email).once(format!("membership-{}", news.key));
        self.mail.queue(tx, &message).map(drop)
    }

    /// The fact to send now.
    fn news(&self, tx: &mut Tx<'_>, known: &Subscriber, now: Timestamp) -> Result<Option<News>, Error> {
        let open_until = known.until.filter(|until| now < *until);
        if let Some(at) = known.refunded_at {
            return self.refunded(tx, known, at).map(Some);
        }
        if known.is_closed || known.is_going_back {
            return Ok(None);
        }
        Ok(match (known.reason.as_str(), open_until) {
            ("paid" | "trial", Some(_)) if known.is_live => Some(self.welcome(known)),
            ("grace", Some(until)) if until < now + REMINDER => Some(self.grace_ends(known, until, now)),
            ("grace", Some(until)) => Some(self.failed(tx, known, until, now)?),
            ("grace" | "payment_failed", None) => Some(self.suspended(known, now)),
            ("paid_until_end", Some(until)) => {
                let canceled = known.canceled_at.or(known.ended_at).unwrap_or(now);
                let is_near = until < now + REMINDER && canceled + REMINDER < now;
                Some(if is_near {
                    self.ends_soon(known, until, now)
                } else {
                    self.canceled(known, until, canceled)
                })
            }
            ("paid_until_end", None) => Some(self.ended(known)),
            _ => None,
        })
    }

    /// The plan's name as people read it.
    pub(super) fn plan_name(&self, plan: Plan) -> &str {
        let terms = self.terms.iter().find(|terms| terms.plan == plan);
        terms.map_or(plan.name(), |terms| &terms.name)
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    pub(super) fn action(&self, label: &'static str, path: &str) -> Block {
        Block::Action { label, link: self.link(path) }
    }

    fn welcome(&self, known: &Subscriber) -> News {
        News {
            key: format!("welcome-{}", known.id),
            at: known.started_at,
            subject: "Sua assinatura está ativa",
            text: format!(
                "O pagamento do plano {} foi confirmado e a área de membros está aberta para você.",
                known.plan
            ),
            more: [known.included.clone(), vec![
                self.action("Entrar na área de membros", "/membros"),
                Block::Paragraph(format!(
                    "A assinatura se renova {} até você cancelar. Recibos, forma de pagamento, cancelamento e devolução ficam em {}. Você tem sete dias para desistir, \
                     por lei, e trinta dias de garantia na primeira assinatura.",
                    match known.period {
                        Some(Period::Year) => "todo ano",
                        _ => "todo mês",
                    },
                    self.link(MANAGE)
                )),
            ]].concat(),
        }
    }

    fn failed(
        &self,
        tx: &mut Tx<'_>,
        known: &Subscriber,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<News, Error> {
        let at = known.owed_since.unwrap_or(now);
        let sql = "SELECT amount, hosted_url FROM payment_invoices
                   WHERE subscription_id = $1 AND status = 'open' ORDER BY created_at LIMIT 1";
        let owed: Option<(i64, Option<String>)> = tx.query_optional_as(sql, &[(&known.id).into()])?;
        let (amount, page) = owed.unzip();
        let mut more = vec![self.action("Abrir o portal de pagamento", PORTAL)];
        if let Some(page) = page.flatten() {
            more.push(Block::Paragraph(format!(
                "Se o banco pede uma confirmação, ou se prefere pagar só esta cobrança: {page}"
            )));
        }
        Ok(News {
            key: format!("failed-{}-{}", known.id, at.seconds()),
            at,
            subject: "O pagamento da sua assinatura não passou",
            text: format!(
                "A cobrança{} do plano {} não foi aceita. Seu acesso continua até {}: até lá, troque o cartão ou pague o \
                 que está em aberto.",
                amount.map_or_else(String::new, |amount| format!(" de {}", reais(amount))),
                known.plan,
                day(until)
            ),
            more,
        })
    }

    fn grace_ends(&self, known: &Subscriber, until: Timestamp, now: Timestamp) -> News {
        News {
            key: format!("grace-ends-{}-{}", known.id, until.seconds()),
            at: now,
            subject: "Seu acesso termina em poucos dias",
            text: format!(
                "O pagamento do plano {} continua em aberto. Sem ele, o acesso à área de membros termina em {}.",
                known.plan,
                day(until)
            ),
            more: vec![self.action("Abrir o portal de pagamento", PORTAL)],
        }
    }

    fn suspended(&self, known: &Subscriber, now: Timestamp) -> News {
        let at = known.ended_at.or(known.owed_since).unwrap_or(now);
        let is_over = known.ended_at.is_some();
        let (text, more) = if is_over {
            (
                "A assinatura foi encerrada, porque o pagamento não foi feito. Nada mais será cobrado, e a sua conta \
                 continua sua.",
                self.action("Ver os planos", "/pricing"),
            )
        } else {
            (
                "O pagamento não foi feito no prazo e o acesso à área de membros está suspenso. Ele volta assim que o \
                 valor em aberto for pago.",
                self.action("Abrir o portal de pagamento", PORTAL),
            )
        };
        let key = if is_over { "unpaid" } else { "suspended" };
        News {
            key: format!("{key}-{}-{}", known.id, at.seconds()),
            at,
            subject: if is_over { "Sua assinatura foi encerrada" } else { "Seu acesso está suspenso" },
            text: text.to_owned(),
            more: vec![more],
        }
    }

    fn canceled(&self, known: &Subscriber, until: Timestamp, at: Timestamp) -> News {
        let mut more = vec![Block::Paragraph(
            "Nada mais será cobrado. A sua conta e o que você publicou permanecem.".to_owned(),
        )];
        if known.ended_at.is_none() {
            more.push(self.action("Manter a assinatura", MANAGE));
        }
        News {
            key: format!("canceled-{}-{}", known.id, at.seconds()),
            at,
            subject: "Sua assinatura foi cancelada",
            text: format!("O plano {} foi cancelado. Seu acesso continua até {}.", known.plan, day(until)),
            more,
        }
    }

    fn ends_soon(&self, known: &Subscriber, until: Timestamp, now: Timestamp) -> News {
        News {
            key: format!("ends-soon-{}-{}", known.id, until.seconds()),
            at: now,
            subject: "Seu acesso termina em poucos dias",
            text: format!(
                "O acesso pelo plano {}, que você cancelou, termina em {}.",
                known.plan,
                day(until)
            ),
            more: vec![self.action("Ver a assinatura", MANAGE)],
        }
    }

    fn ended(&self, known: &Subscriber) -> News {
        News {
            key: format!("ended-{}", known.id),
            at: known.until.or(known.ended_at).unwrap_or(known.started_at),
            subject: "Sua assinatura terminou",
            text: format!(
                "O período pago do plano {} terminou e a área de membros está fechada. A sua conta continua sua, e você \
                 pode voltar quando quiser.",
                known.plan
            ),
            more: vec![self.action("Ver os planos", "/pricing")],
        }
    }

    fn refunded(&self, tx: &mut Tx<'_>, known: &Subscriber, at: Timestamp) -> Result<News, Error> {
        let sql = "SELECT state = 'by_hand', amount FROM payment_refunds WHERE subscription_id = $1";
        let begun: Option<(bool, i64)> = tx.query_optional_as(sql, &[(&known.id).into()])?;
        let (by_hand, amount) = begun.unwrap_or_default();
        let what = if amount > 0 { reais(amount) } else { "o valor pago".to_owned() };
        let text = if by_hand {
            format!(
                "A assinatura do plano {} foi encerrada a seu pedido. A forma de pagamento não permite devolver {what} \
                 automaticamente: eu mesmo faço a devolução e escrevo para você.",
                known.plan
            )
        } else {
            format!(
                "A assinatura do plano {} foi encerrada e {what} volta pelo mesmo meio de pagamento. No cartão, o prazo \
                 para o crédito aparecer depende do emissor.",
                known.plan
            )
        };
        Ok(News {
            key: format!("refunded-{}", known.id),
            at,
            subject: "Sua devolução está a caminho",
            text,
            more: vec![Block::Paragraph(
                "O acesso à área de membros está fechado. A sua conta continua sua, e você pode voltar quando quiser."
                    .to_owned(),
            )],
        })
    }
}
