//! Words of the campaigns' columns.

use ateneu_schema::Words;

/// State of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CampaignState {
    /// The campaign is written.
    Draft,
    /// The campaign starts at a set time.
    Scheduled,
    /// The campaign is overdue and waits for the owner's decision.
    Asking,
    /// The campaign goes out.
    Sending,
    /// The campaign was stopped and can go on.
    Paused,
    /// Each recipient has a final state.
    Done,
    /// The campaign was ended before all recipients had it.
    Cancelled,
}

/// Reason why the server stopped a campaign, or did not start it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum PauseReason {
    /// The relay failed several times in a row.
    Errors,
    /// Many recipients reported it as spam.
    Complaints,
    /// The server was down for more than an hour.
    Overdue,
    /// The database is a copy, or was moved.
    Copied,
    /// The letter was deleted or is in the trash.
    NoLetter,
    /// The letter is for members, the list is not.
    ForMembers,
    /// A personal field does not exist.
    UnknownField,
    /// A personal field has no text for readers without a value.
    FieldWithoutDefault,
    /// The email is longer than mail programs show.
    TooLong,
    /// No reader satisfies the segment.
    NoRecipients,
}

/// List of a campaign's readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CampaignList {
    /// Confirmed addresses of the newsletter.
    Open,
    /// Members whose plan includes the newsletter for members.
    Premium,
}

/// Body that a recipient gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Words)]
pub enum Audience {
    /// The whole letter.
    Full,
    /// The letter with a teaser in place of the parts for members.
    Teaser,
}

/// State of a recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Words)]
pub enum RecipientState {
    /// The email is not sent yet.
    Waiting,
    /// A connection is sending the email.
    Sending,
    /// The relay has accepted the email.
    Delivered,
    /// The relay has refused the email for good.
    Failed,
    /// The connection was cut after the text, so the relay may have the email.
    Uncertain,
    /// The email is not sent, for the stored reason.
    Skipped,
}

/// Reason why a recipient is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum SkipReason {
    /// The person has unsubscribed.
    Unsubscribed,
    /// The plan no longer includes the letter.
    NotEntitled,
    /// The address refuses emails.
    Suppressed,
    /// The account was erased.
    Erased,
    /// The campaign was cancelled.
    Cancelled,
}

/// Kind of a report about an email that the relay had accepted, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReportKind {
    /// The mailbox refused it for now, or for another reason than its address.
    Soft,
    /// The mailbox does not exist or is closed.
    Hard,
    /// The person reported it as spam.
    Complaint,
}
