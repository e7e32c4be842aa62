//! Milestones: changes of a person's relation to the site that other subjects follow.

use std::sync::Arc;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// Kind of a milestone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MilestoneKind {
    /// A payment page was opened.
    CheckoutOpened,
    /// A payment page was completed: paid, or to be paid by a boleto.
    CheckoutCompleted,
    /// A membership was paid for the first time.
    MembershipBegan,
    /// A membership is over, by its end or for want of payment.
    MembershipEnded,
    /// A membership was refunded.
    MembershipRefunded,
}

/// A milestone of a person. The subject that stores the change announces it in the same transaction, and may
/// announce it again while it holds. Seeds and imports announce none.
#[derive(Clone, Copy, Debug)]
pub struct Milestone<'a> {
    /// Kind of the milestone.
    pub kind: MilestoneKind,
    /// Id of the account.
    pub user_id: &'a str,
    /// Id of the row that holds the change. The same milestone has the same id each time.
    pub occasion: &'a str,
    /// Time of the change.
    pub at: Timestamp,
}

/// Follows milestones, in the transaction that stores them.
pub type FollowMilestone = fn(&mut Tx<'_>, &Milestone<'_>, Timestamp) -> Result<(), Error>;

/// Followers of milestones. Clones share them. The default has none.
#[derive(Clone, Default)]
pub struct Milestones(Arc<[FollowMilestone]>);

impl Milestones {
    /// Creates the list of these followers.
    pub fn new(followers: impl IntoIterator<Item = FollowMilestone>) -> Self {
        Self(followers.into_iter().collect())
    }

    /// Announces a milestone to each follower.
    ///
    /// # Errors
    /// Fails if a follower does. The change must not be stored without what follows from it.
    pub fn announce(&self, tx: &mut Tx<'_>, milestone: &Milestone<'_>, now: Timestamp) -> Result<(), Error> {
        self.0.iter().try_for_each(|follow| follow(tx, milestone, now))
    }
}
