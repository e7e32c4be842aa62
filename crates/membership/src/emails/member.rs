//! Emails to members: welcome, a payment that failed, canceled, about to end, ended, refunded. Each fact is read from the
//! rows in the transaction that wrote them and sent once. Old facts are not sent, so that importing old customers sends no
//! email. Milestones of members are announced here, too, because every change of a membership passes.

use std::time::Duration;

use ateneu_base::{Timestamp, calendar::day};
use ateneu_content::emails::{
    Button, Charge, DuplicateRefund, EmailFields, List, MembershipCanceled, MembershipDuplicate,
    MembershipEnded, MembershipEndsSoon, MembershipFailed, MembershipGraceEnds, MembershipRefunded,
    MembershipRefundedByHand, MembershipSuspended, MembershipUnpaid, MembershipWelcome, RefundedAmount,
    Renewal,
};
use ateneu_db::{Error, Tx};
use ateneu_mail::{Email, Mail};
use ateneu_module::{Milestone, MilestoneKind, Milestones};
use ateneu_schema::Words;
use serde::Deserialize;

use super::included;
use crate::{
    PaidPlan, Payments, PlanPeriod, Terms,
    access::AccessReason,
    customers,
    money::reais,
    plan::worded,
    status::{Property, statuses_with},
};

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
    milestones: Milestones,
}

impl MemberEmails {
    pub(crate) fn of(payments: &Payments) -> Self {
        Self {
            mail: payments.mail().clone(),
            public_url: payments.0.public_url.clone(),
            terms: payments.terms(),
            milestones: payments.0.milestones.clone(),
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
    included: Option<List>,
    period: Option<PlanPeriod>,
    reason: Option<AccessReason>,
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

impl Subscriber {
    /// Returns the milestone that the state is, and its time.
    fn milestone(&self, now: Timestamp) -> Option<(MilestoneKind, Timestamp)> {
        if let Some(at) = self.refunded_at {
            return Some((MilestoneKind::MembershipRefunded, at));
        }
        if self.is_closed || self.is_going_back {
            return None;
        }
        let has_access = self.until.is_some_and(|until| now < until);
        match self.reason? {
            AccessReason::Paid | AccessReason::Trial if has_access => {
                Some((MilestoneKind::MembershipBegan, self.started_at))
            }
            AccessReason::PaidUntilEnd if !has_access => {
                Some((MilestoneKind::MembershipEnded, self.until.or(self.ended_at)?))
            }
            AccessReason::PaymentFailed => Some((MilestoneKind::MembershipEnded, self.ended_at?)),
            _ => None,
        }
    }
}

/// The email of one fact, and since when it holds.
pub(super) struct News {
    pub(super) key: String,
    pub(super) at: Timestamp,
    pub(super) email: Email,
}

impl MemberEmails {
    /// Queues the emails that a person's stored subscription calls for, and announces its milestones.
    pub(crate) fn write(&self, tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<(), Error> {
        let sql = format!(
            "SELECT p.id, s.email, coalesce(s.plan, '') AS plan, s.period, s.access_reason AS reason,
                          s.access_until AS until, s.past_due_since AS owed_since,
                          p.status IN {} AND NOT s.cancel_at_period_end AS is_live,
                          p.disputed_at IS NOT NULL AS is_closed,
                          EXISTS (SELECT 1 FROM payment_refunds r
                                  WHERE r.subscription_id = p.id AND r.state = 'begun') AS is_going_back,
                          p.started_at, p.canceled_at, p.ended_at, p.refunded_at
                   FROM subscribers s JOIN payment_subscriptions p ON p.id = s.subscription_id WHERE s.user_id = $1",
            statuses_with(Property::PaidUp)
        );
        let Some(mut known) = tx.query_optional_as::<Subscriber>(&sql, &[user_id.into()])? else {
            return Ok(());
        };
        let terms = self.terms.iter().find(|terms| terms.plan.word() == known.plan);
        known.included = included(terms);
        known.plan = worded(terms.map_or(&known.plan, |terms| &terms.name), known.period);
        if let Some((kind, at)) = known.milestone(now) {
            self.milestones.announce(tx, &Milestone { kind, user_id, occasion: &known.id, at }, now)?;
        }
        let Some(news) = self.news(tx, &known, now)? else {
            return Ok(());
        };
        if news.at + NEWS_FOR < now {
            return Ok(());
        }
        self.queue(tx, &known.email, &news)
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
        let refund = match amount {
            1.. => DuplicateRefund::Paid { amount: reais(amount) },
            _ => DuplicateRefund::Unpaid,
        };
        let news = self.news_of(
            format!("duplicate-{subscription}"),
            now,
            &MembershipDuplicate { refund, button: self.button(MANAGE) },
        );
        self.queue(tx, &email, &news)
    }

    pub(super) fn queue(&self, tx: &mut Tx<'_>, address: &str, news: &News) -> Result<(), Error> {
        let sender = self.mail.sender();
        let message =
            news.email.to(address, &sender).reply_to(&sender.email).once(format!("membership-{}", news.key));
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
        let Some(reason) = known.reason else {
            return Ok(None);
        };
        Ok(match (reason, open_until) {
            (AccessReason::Paid | AccessReason::Trial, until) => {
                until.filter(|_| known.is_live).map(|_| self.welcome(known))
            }
            (AccessReason::Grace, Some(until)) if until < now + REMINDER => {
                Some(self.grace_ends(known, until, now))
            }
            (AccessReason::Grace, Some(until)) => Some(self.failed(tx, known, until, now)?),
            (AccessReason::Grace | AccessReason::PaymentFailed, None) => Some(self.suspended(known, now)),
            (AccessReason::PaidUntilEnd, Some(until)) => {
                let canceled = known.canceled_at.or(known.ended_at).unwrap_or(now);
                let is_near = until < now + REMINDER && canceled + REMINDER < now;
                Some(if is_near {
                    self.ends_soon(known, until, now)
                } else {
                    self.canceled(known, until, canceled)
                })
            }
            (AccessReason::PaidUntilEnd, None) => Some(self.ended(known)),
            (AccessReason::PaymentFailed, Some(_))
            | (
                AccessReason::Courtesy
                | AccessReason::Refunded
                | AccessReason::Disputed
                | AccessReason::FirstPaymentPending
                | AccessReason::FirstPaymentMissing
                | AccessReason::Paused
                | AccessReason::CourtesyOver
                | AccessReason::UnknownState,
                _,
            ) => None,
        })
    }

    /// The plan's name as people read it.
    pub(super) fn plan_name(&self, plan: PaidPlan) -> &str {
        let terms = self.terms.iter().find(|terms| terms.plan == plan);
        terms.map_or(plan.word(), |terms| &terms.name)
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    pub(super) fn button(&self, path: &str) -> Button {
        Button(self.link(path))
    }

    pub(super) fn news_of(&self, key: String, at: Timestamp, fields: &impl EmailFields) -> News {
        News { key, at, email: self.mail.sender().email(fields) }
    }

    fn welcome(&self, known: &Subscriber) -> News {
        let fields = MembershipWelcome {
            plan: known.plan.clone(),
            included: known.included.clone(),
            button: self.button("/membros"),
            renewal: match known.period {
                Some(PlanPeriod::Year) => Renewal::Year,
                _ => Renewal::Month,
            },
            page: self.link(MANAGE),
        };
        self.news_of(format!("welcome-{}", known.id), known.started_at, &fields)
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
        let fields = MembershipFailed {
            charge: amount.map_or(Charge::Unknown, |amount| Charge::Known { amount: reais(amount) }),
            plan: known.plan.clone(),
            until: day(until),
            button: self.button(PORTAL),
            page: page.flatten(),
        };
        Ok(self.news_of(format!("failed-{}-{}", known.id, at.seconds()), at, &fields))
    }

    fn grace_ends(&self, known: &Subscriber, until: Timestamp, now: Timestamp) -> News {
        let (plan, button) = (known.plan.clone(), self.button(PORTAL));
        let key = format!("grace-ends-{}-{}", known.id, until.seconds());
        self.news_of(key, now, &MembershipGraceEnds { plan, until: day(until), button })
    }

    fn suspended(&self, known: &Subscriber, now: Timestamp) -> News {
        let at = known.ended_at.or(known.owed_since).unwrap_or(now);
        let key = |kind: &str| format!("{kind}-{}-{}", known.id, at.seconds());
        match known.ended_at {
            Some(_) => {
                let button = self.button("/pricing");
                self.news_of(key("unpaid"), at, &MembershipUnpaid { button })
            }
            None => {
                let button = self.button(PORTAL);
                self.news_of(key("suspended"), at, &MembershipSuspended { button })
            }
        }
    }

    fn canceled(&self, known: &Subscriber, until: Timestamp, at: Timestamp) -> News {
        let fields = MembershipCanceled {
            plan: known.plan.clone(),
            until: day(until),
            button: known.ended_at.is_none().then(|| self.button(MANAGE)),
        };
        self.news_of(format!("canceled-{}-{}", known.id, at.seconds()), at, &fields)
    }

    fn ends_soon(&self, known: &Subscriber, until: Timestamp, now: Timestamp) -> News {
        let (plan, button) = (known.plan.clone(), self.button(MANAGE));
        let key = format!("ends-soon-{}-{}", known.id, until.seconds());
        self.news_of(key, now, &MembershipEndsSoon { plan, until: day(until), button })
    }

    fn ended(&self, known: &Subscriber) -> News {
        let at = known.until.or(known.ended_at).unwrap_or(known.started_at);
        let fields = MembershipEnded { plan: known.plan.clone(), button: self.button("/pricing") };
        self.news_of(format!("ended-{}", known.id), at, &fields)
    }

    fn refunded(&self, tx: &mut Tx<'_>, known: &Subscriber, at: Timestamp) -> Result<News, Error> {
        let sql = "SELECT state = 'by_hand', amount FROM payment_refunds WHERE subscription_id = $1";
        let begun: Option<(bool, i64)> = tx.query_optional_as(sql, &[(&known.id).into()])?;
        let (by_hand, amount) = begun.unwrap_or_default();
        let amount = match amount {
            1.. => RefundedAmount::Known { amount: reais(amount) },
            _ => RefundedAmount::Unknown,
        };
        let (key, plan) = (format!("refunded-{}", known.id), known.plan.clone());
        Ok(match by_hand {
            true => self.news_of(key, at, &MembershipRefundedByHand { plan, amount }),
            false => self.news_of(key, at, &MembershipRefunded { plan, amount }),
        })
    }
}
