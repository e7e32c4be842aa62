//! The words of emails and short messages. A table of the file is one email, whose fields are a struct here, or one phrase
//! with alternatives, an enum here.

mod accounts;
mod community;
mod copies;
mod fields;
mod membership;
mod sequences;
mod text;
mod visitors;

use schemars::JsonSchema;
use serde::Deserialize;

pub use self::{
    accounts::*,
    community::*,
    copies::*,
    fields::{Button, Code, FieldType, Fields, Links, List, Phrase, Quote},
    membership::*,
    sequences::*,
    text::{EmailText, Owner, PhraseTexts, Written},
    visitors::*,
};
pub use crate::template::{Block, Chosen, Field, Kind, Value};
use crate::words::Text;

/// The values of an email. The type chooses the email.
pub trait EmailFields: Fields + Sized {
    /// Returns the texts of the email.
    fn text(texts: &EmailsContent) -> &EmailText<Self>;
}

/// Words of the layout that all emails share.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct LayoutWords {
    /// Label of a code to be typed.
    pub code: Text,
    /// Sentence before the address of a button.
    pub button_address: Text,
    /// Text of the link that ends a subscription.
    pub unsubscribe: Text,
    /// Text of the link to the email on the site.
    pub online: Text,
}

/// Words of the letters that campaigns send.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct LetterWords {
    /// Reason why a reader of the open newsletter receives it.
    pub reason: Text,
    /// Reason why a member receives the premium letter.
    pub premium_reason: Text,
    /// Text of the link to the plans after the teaser of a part for members.
    pub plans: Text,
}

/// Declares the file: a key for each email and each phrase.
macro_rules! emails_file {
    (
        emails { $($(#[$email_meta:meta])+ $email:ident: $fields:ident,)+ }
        phrases { $($(#[$phrase_meta:meta])+ $phrase:ident: $alternatives:ident,)+ }
    ) => {
        /// content/emails.toml
        #[derive(Clone, Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        #[schemars(inline)]
        pub struct EmailsContent {
            /// Words of the layout that all emails share.
            pub layout: LayoutWords,
            /// Words of the letters that campaigns send.
            pub letter: LetterWords,
            $($(#[$email_meta])+ $email: EmailText<$fields>,)+
            $($(#[$phrase_meta])+ $phrase: PhraseTexts<$alternatives>,)+
        }

        impl Texts<'_> {
            /// Returns every email with sample values, by the key of its table.
            pub fn samples(&self) -> Vec<(&'static str, Written)> {
                vec![$((stringify!($email), self.content.$email.fill(&self.samples_of::<$fields>()))),+]
            }

            /// Returns the text of an alternative.
            fn say(&self, chosen: Chosen) -> String {
                let values = self.resolve(chosen.values);
                match chosen.phrase {
                    $(stringify!($phrase) => self.content.$phrase.fill(chosen.key, &values),)+
                    _ => String::new(),
                }
            }
        }

        $(impl EmailFields for $fields {
            fn text(texts: &EmailsContent) -> &EmailText<Self> {
                &texts.$email
            }
        })+
    };
}

emails_file! {
    emails {
        /// Welcome to the newsletter.
        newsletter_welcome: NewsletterWelcome,
        /// Request to confirm a subscription to the newsletter.
        newsletter_confirmation: NewsletterConfirmation,
        /// Alert to the owner: campaign paused after errors.
        campaign_paused: CampaignPaused,
        /// Alert to the owner: campaign that did not start.
        campaign_not_started: CampaignNotStarted,
        /// Alert to the owner: late campaign.
        campaign_late: CampaignLate,
        /// Notice of a change of price, terms or privacy policy.
        contract_notice: ContractNoticeEmail,
        /// Sequence after a subscription to the newsletter: first email.
        welcome_start: WelcomeStart,
        /// Sequence after a subscription to the newsletter: second email.
        welcome_archive: WelcomeArchive,
        /// Sequence after a subscription to the newsletter: third email.
        welcome_question: WelcomeQuestion,
        /// Sequence after a payment page was left: first email.
        checkout_left: CheckoutLeft,
        /// Sequence after a payment page was left: last email.
        checkout_last: CheckoutLast,
        /// Sequence of a new member: first email.
        first_month_start: FirstMonthStart,
        /// Sequence of a new member: second email.
        first_month_people: FirstMonthPeople,
        /// Sequence of a new member: third email.
        first_month_review: FirstMonthReview,
        /// Sequence of a member who has not come for thirty days.
        member_away: MemberAway,
        /// Sequence after the end of a membership.
        win_back: WinBack,
        /// Sequence after a refund.
        refund_question: RefundQuestion,
        /// Contact form, to the owner.
        contact_notice: ContactNotice,
        /// Contact form, to the visitor.
        contact_receipt: ContactReceipt,
        /// Waiting list, to the owner.
        waitlist_notice: WaitlistNotice,
        /// Waiting list, to the visitor.
        waitlist_receipt: WaitlistReceipt,
        /// Confirmation of a new account.
        account_confirmation: AccountConfirmation,
        /// Link and code to sign in.
        account_access: AccountAccess,
        /// Link and code to set a new password.
        account_recovery: AccountRecovery,
        /// Invitation to an account.
        account_invitation: AccountInvitation,
        /// Change of address, to the present one.
        account_email_change: AccountEmailChange,
        /// Change of address, to the new one.
        account_new_email: AccountNewEmail,
        /// Code to continue in a session.
        account_code: AccountCode,
        /// New password.
        security_password_changed: SecurityPasswordChanged,
        /// New address, to the former one.
        security_email_changed: SecurityEmailChanged,
        /// Address asked for by another account.
        security_address_requested: SecurityAddressRequested,
        /// New telephone number.
        security_phone_changed: SecurityPhoneChanged,
        /// Linked provider.
        security_provider_linked: SecurityProviderLinked,
        /// Unlinked provider.
        security_provider_unlinked: SecurityProviderUnlinked,
        /// New passkey.
        security_passkey_added: SecurityPasskeyAdded,
        /// Removed passkey.
        security_passkey_removed: SecurityPasskeyRemoved,
        /// New second factor.
        security_factor_added: SecurityFactorAdded,
        /// Removed second factor.
        security_factor_removed: SecurityFactorRemoved,
        /// Wrong codes of the second factor.
        security_factor_locked: SecurityFactorLocked,
        /// Second factors removed by an administrator.
        security_factors_reset: SecurityFactorsReset,
        /// New recovery codes.
        security_recovery_codes_made: SecurityRecoveryCodesMade,
        /// Used recovery code.
        security_recovery_code_used: SecurityRecoveryCodeUsed,
        /// Requested erasure.
        erasure_requested: ErasureRequested,
        /// Canceled erasure.
        erasure_canceled: ErasureCanceled,
        /// Erased account.
        erasure_done: ErasureDone,
        /// First payment of a subscription.
        membership_welcome: MembershipWelcome,
        /// Failed payment.
        membership_failed: MembershipFailed,
        /// Missing payment, access ends soon.
        membership_grace_ends: MembershipGraceEnds,
        /// Missing payment, access suspended.
        membership_suspended: MembershipSuspended,
        /// Missing payment, subscription ended.
        membership_unpaid: MembershipUnpaid,
        /// Canceled subscription.
        membership_canceled: MembershipCanceled,
        /// Canceled subscription, access ends soon.
        membership_ends_soon: MembershipEndsSoon,
        /// End of the paid period.
        membership_ended: MembershipEnded,
        /// Refunded subscription.
        membership_refunded: MembershipRefunded,
        /// Subscription that the owner refunds.
        membership_refunded_by_hand: MembershipRefundedByHand,
        /// Second subscription.
        membership_duplicate: MembershipDuplicate,
        /// Refunded charge.
        membership_charge_refunded: MembershipChargeRefunded,
        /// Entitlements that a plan will lose.
        membership_withdrawn: MembershipWithdrawn,
        /// Page of the subscription.
        membership_link: MembershipLink,
        /// Free months.
        membership_courtesy: MembershipCourtesy,
        /// Receipt of a subscription.
        membership_receipt: MembershipReceipt,
        /// Receipt of another product.
        payment_receipt: PaymentReceipt,
        /// Alert to the owner: unknown state of a subscription.
        alert_unknown_state: AlertUnknownState,
        /// Alert to the owner: two subscriptions of one customer.
        alert_paid_twice: AlertPaidTwice,
        /// Alert to the owner: several refunds of one customer.
        alert_refunded_again: AlertRefundedAgain,
        /// Alert to the owner: disputed payment.
        alert_disputed: AlertDisputed,
        /// Alert to the owner: refused refund of a subscription.
        alert_refund_by_hand: AlertRefundByHand,
        /// Alert to the owner: refused refund of a charge.
        alert_charge_refund_by_hand: AlertChargeRefundByHand,
        /// Alert to the owner: failing refund.
        alert_refund_waits: AlertRefundWaits,
        /// Alert to the owner: different prices.
        alert_price_changed: AlertPriceChanged,
        /// Alert to the owner: backup that failed.
        alert_copy_failed: CopyFailed,
        /// Alert to the owner: backup that cannot be restored.
        alert_copy_unproved: CopyUnproved,
        /// Alert to the owner: backup that is too old.
        alert_copy_late: CopyLate,
        /// One notice of the community.
        community_notice: CommunityNotice,
        /// Several notices of the community.
        community_notices: CommunityNotices,
        /// New posts of the community.
        community_news: CommunityNews,
        /// Upheld report.
        report_upheld: ReportUpheld,
        /// Rejected report.
        report_rejected: ReportRejected,
        /// Report whose decision was overturned.
        report_revised: ReportRevised,
        /// Lessons of the day.
        study_reminder: StudyReminder,
    }
    phrases {
        /// Reason why a campaign waits for the owner.
        campaign_pause: CampaignPause,
        /// Change that a notice announces.
        contract_change: ContractChange,
        /// Choice that a notice leaves to its reader.
        contract_choice: ContractChoice,
        /// Second factor in a sentence.
        second_factor: SecondFactor,
        /// Remaining recovery codes.
        codes_left: CodesLeft,
        /// Short messages.
        sms: ShortMessage,
        /// Interval of the renewals.
        renewal: Renewal,
        /// Period of a price.
        charge_period: ChargePeriod,
        /// Charge at the beginning of a sentence.
        charge: Charge,
        /// Refunded amount in a sentence.
        refunded_amount: RefundedAmount,
        /// Reason why the provider does not refund.
        refund_refusal: RefundRefusal,
        /// Refund of a second subscription.
        duplicate_refund: DuplicateRefund,
        /// Notice in one line.
        notice_line: NoticeLine,
        /// Number of lessons.
        lesson_count: LessonCount,
    }
}

/// The words of emails, with facts about the owner that each may name.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The file.
    pub content: &'a EmailsContent,
    /// The owner.
    pub owner: Owner<'a>,
}

impl Texts<'_> {
    /// Returns the email with these values.
    pub fn email<F: EmailFields>(&self, fields: &F) -> Written {
        F::text(self.content).fill(&self.resolve(fields.values()))
    }

    /// Returns the phrase with its values.
    pub fn phrase(&self, phrase: &impl Phrase) -> String {
        self.say(phrase.chosen())
    }

    /// Returns the values of a text with phrases as texts, then the values of all texts.
    fn resolve(&self, values: Vec<Value>) -> Vec<Value> {
        let resolved = values.into_iter().map(|value| match value {
            Value::Phrase(chosen) => Value::Text(self.say(chosen)),
            value => value,
        });
        resolved.chain(self.owner.values()).collect()
    }

    fn samples_of<F: Fields>(&self) -> Vec<Value> {
        self.resolve(F::FIELDS.iter().map(|field| field.sample(self.owner.site)).collect())
    }
}
