//! Entitlements that plans lose: which changes of the file are accepted, and what they change in the database.

use std::fmt;

use ateneu_base::{
    Entitlement, Timestamp,
    calendar::{iso_day, start_of_day_after},
};
use ateneu_schema::{TableRow, Words};

use crate::PaidPlan;

/// Days by which a withdrawal is announced before it begins.
pub const ANNOUNCED_DAYS: i32 = 30;

/// Plans and withdrawals of the content file.
#[derive(Clone, Debug, Default)]
pub struct Sold {
    /// The plans, each with everything it entitles to.
    pub plans: Vec<(PaidPlan, Vec<Entitlement>)>,
    /// Entitlements that plans lose.
    pub withdrawals: Vec<Withdrawal>,
}

/// An entitlement that a plan loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The plan that loses it.
    pub plan: PaidPlan,
    /// Entitlement that is lost.
    pub entitlement: Entitlement,
    /// The first instant of the day from which the plan no longer has it.
    pub ends_at: Timestamp,
    /// True where the server writes to the members.
    pub tells: bool,
}

/// A row of `plan_entitlements`.
#[derive(Clone, Debug, PartialEq, Eq, TableRow)]
#[table("plan_entitlements")]
pub struct Stored {
    /// The plan.
    #[key]
    pub plan: PaidPlan,
    /// Entitlement of the plan.
    #[key]
    pub entitlement: Entitlement,
    /// Time at which it stops. `None` if it is not withdrawn.
    pub ends_at: Option<Timestamp>,
    /// Time at which that was first recorded.
    pub(super) announced_at: Option<Timestamp>,
    /// True where the server writes to the members.
    pub tells_members: bool,
    /// Time at which all members were written to.
    pub(super) notified_at: Option<Timestamp>,
}

impl Stored {
    /// A row that is not withdrawn.
    pub(super) fn kept(plan: PaidPlan, entitlement: Entitlement) -> Self {
        Self { plan, entitlement, ends_at: None, announced_at: None, tells_members: false, notified_at: None }
    }
}

/// Reason why a change of the file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The plan lost what its members have, and the file does not say from when.
    NotAnnounced {
        /// The plan.
        plan: PaidPlan,
        /// Entitlement that was lost.
        entitlement: Entitlement,
        /// The earliest instant from which it may lose it.
        earliest: Timestamp,
    },
    /// The day is too near.
    TooSoon {
        /// The announcement.
        withdrawal: Withdrawal,
        /// The earliest instant from which the plan may lose it.
        earliest: Timestamp,
    },
    /// The file lists what it withdraws.
    StillListed(Withdrawal),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnnounced { plan, entitlement, earliest } => {
                let (plan, right, from) = (plan.word(), entitlement.name(), iso_day(*earliest));
                write!(
                    f,
                    "the plan {plan:?} no longer lists {right:?}, which its members have. Put it \
                     back, or say from which day, {from} at the earliest, and whether the site writes to them:\n\
                     [[withdrawals]]\nplan = {plan:?}\nright = {right:?}\nfrom = {from:?}\ntell = true"
                )
            }
            Self::TooSoon { withdrawal: Withdrawal { plan, entitlement, ends_at, .. }, earliest } => write!(
                f,
                "withdrawals: {:?} of the plan {:?} from {:?} is announced less than \
                 {ANNOUNCED_DAYS} days ahead; write {:?} or a later day",
                entitlement.name(),
                plan.word(),
                iso_day(*ends_at),
                iso_day(*earliest)
            ),
            Self::StillListed(Withdrawal { plan, entitlement, .. }) => write!(
                f,
                "withdrawals: the plan {:?} still lists {:?}; remove its line, or the withdrawal",
                plan.word(),
                entitlement.name()
            ),
        }
    }
}

/// A change of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Add(Stored),
    Set(Stored),
}

/// Returns the reasons to refuse the file beside these rows. The list is empty if the file is accepted.
pub fn refusals(stored: &[Stored], sold: &Sold, now: Timestamp) -> Vec<Refusal> {
    changes(stored, sold, now).err().unwrap_or_default()
}

/// Returns the changes that bring the rows to what the file says.
pub(super) fn changes(stored: &[Stored], sold: &Sold, now: Timestamp) -> Result<Vec<Change>, Vec<Refusal>> {
    let earliest = start_of_day_after(now, ANNOUNCED_DAYS);
    let has = |plan, entitlement| stored.iter().any(|row| row.plan == plan && row.entitlement == entitlement);
    let mut refused = Vec::new();
    let mut changes = Vec::new();
    for row in stored {
        let (plan, entitlement) = (row.plan, row.entitlement);
        let announced = sold.announced(plan, entitlement);
        let is_known =
            |announced: &Withdrawal| row.ends_at.is_some_and(|ends_at| ends_at <= announced.ends_at);
        match (sold.lists(plan, entitlement), announced) {
            (true, Some(announced)) => refused.push(Refusal::StillListed(announced)),
            (true, None) if row.ends_at.is_some() => {
                changes.push(Change::Set(Stored::kept(plan, entitlement)));
            }
            // What was announced holds, whether the file goes on saying it or not.
            (true, None) => {}
            (false, None) if row.ends_at.is_some() => {}
            (false, None) => refused.push(Refusal::NotAnnounced { plan, entitlement, earliest }),
            (false, Some(announced)) if announced.ends_at < earliest && !is_known(&announced) => {
                refused.push(Refusal::TooSoon { withdrawal: announced, earliest });
            }
            (false, Some(Withdrawal { ends_at, tells, .. })) => {
                if (row.ends_at, row.tells_members) != (Some(ends_at), tells) {
                    changes.push(Change::Set(Stored {
                        ends_at: Some(ends_at),
                        announced_at: row.announced_at.or(Some(now)),
                        tells_members: tells,
                        notified_at: row.notified_at.filter(|_| row.ends_at == Some(ends_at)),
                        ..row.clone()
                    }));
                }
            }
        }
    }
    for (plan, entitlements) in &sold.plans {
        for entitlement in entitlements.iter().filter(|entitlement| !has(*plan, **entitlement)) {
            match sold.announced(*plan, *entitlement) {
                Some(announced) => refused.push(Refusal::StillListed(announced)),
                None => changes.push(Change::Add(Stored::kept(*plan, *entitlement))),
            }
        }
    }
    if refused.is_empty() { Ok(changes) } else { Err(refused) }
}

impl Sold {
    fn lists(&self, plan: PaidPlan, entitlement: Entitlement) -> bool {
        self.plans.iter().any(|(of, listed)| *of == plan && listed.contains(&entitlement))
    }

    fn announced(&self, plan: PaidPlan, entitlement: Entitlement) -> Option<Withdrawal> {
        let mut all = self.withdrawals.iter().copied();
        all.find(|announced| announced.plan == plan && announced.entitlement == entitlement)
    }
}
