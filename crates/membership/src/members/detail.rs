//! One member with everything that happened: subscriptions, receipts, grants.

use ateneu_base::Timestamp;
use ateneu_schema::TableRow;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Member, list};
use crate::{
    Courtesy, Error, MemberAction, PageState, PaidPlan, Payments, PlanPeriod,
    changes::{member_actions, refund_rows},
    customers,
    refused::Refused,
    state::courtesies,
};

/// Receipts shown with a member: three years of months.
const RECEIPTS: usize = 36;

/// Payment pages shown with a member.
const CHECKOUTS: usize = 12;

/// One member whole.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "MemberDetail")]
pub struct Detail {
    /// The entry of the list; none for an account that never was a member.
    pub member: Option<Member>,
    /// The account's id.
    pub id: String,
    /// The person's name, where it is known.
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The CPF or CNPJ of the newest receipt that has one.
    pub tax_id: Option<String>,
    /// Time at which the state was last fetched; none for people who never paid.
    pub asked_at: Option<Timestamp>,
    /// Every subscription, the newest first.
    pub subscriptions: Vec<Subscription>,
    /// The last receipts, the newest first.
    pub receipts: Vec<Receipt>,
    /// The charges that a refund gives back now, by id, newest first.
    pub refundable: Vec<String>,
    /// The last payment pages, the newest first.
    pub checkouts: Vec<OpenedCheckout>,
    /// Grants, newest first.
    pub courtesies: Vec<Courtesy>,
    /// The person's own actions, newest first.
    pub own_acts: Vec<MemberAction>,
}

/// A subscription: columns of `payment_subscriptions`.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, TableRow)]
#[table("payment_subscriptions")]
#[schemars(rename = "MemberSubscription")]
pub struct Subscription {
    pub id: String,
    pub plan: Option<String>,
    pub period: Option<PlanPeriod>,
    pub status: String,
    pub started_at: Timestamp,
    pub current_period_end: Option<Timestamp>,
    pub cancel_at_period_end: bool,
    pub canceled_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    pub past_due_since: Option<Timestamp>,
    pub refunded_at: Option<Timestamp>,
    pub disputed_at: Option<Timestamp>,
}

/// A payment page: columns of `payment_checkouts`.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, TableRow)]
#[table("payment_checkouts")]
pub struct OpenedCheckout {
    pub id: String,
    pub plan: PaidPlan,
    pub period: PlanPeriod,
    pub state: PageState,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A charge: columns of `payment_invoices`, the amount in centavos.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, TableRow)]
#[table("payment_invoices")]
pub struct Receipt {
    pub id: String,
    /// Plan that was charged. `None` for a charge of another product.
    pub plan: Option<String>,
    pub tax_id: Option<String>,
    pub number: Option<String>,
    pub status: String,
    pub amount: i64,
    pub created_at: Timestamp,
    pub paid_at: Option<Timestamp>,
    pub failed_at: Option<Timestamp>,
    pub refunded_at: Option<Timestamp>,
    /// Sum of the partial refunds.
    pub refunded_amount: i64,
    pub hosted_url: Option<String>,
}

/// One member whole.
///
/// # Errors
/// Returns `Refused::PersonNotFound`.
pub async fn read_member(payments: &Payments, user_id: &str) -> Result<Detail, Error> {
    let (id, now) = (user_id.to_owned(), payments.now());
    let read = payments.db().read(move |tx| {
        let account = "SELECT coalesce(u.email, u.sso_email) AS address, u.user_metadata, p.display_name
                       FROM users u LEFT JOIN member_profiles p ON p.user_id = u.id
                       WHERE u.id = $1 AND u.deleted_at IS NULL";
        let account = tx.query_optional(account, &[(&id).into()])?;
        let account = account.ok_or(Refused::PersonNotFound)?;
        let receipts =
            format!("WHERE user_id = $1 AND status <> 'draft' ORDER BY created_at DESC, id LIMIT {RECEIPTS}");
        let checkouts = format!("WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT {CHECKOUTS}");
        let receipts: Vec<Receipt> = tx.rows(&receipts, &[(&id).into()])?;
        Ok::<_, Error>(Detail {
            member: list::find_member(tx, &id, now)?,
            name: customers::name(&account),
            email: account.text("address").map(str::to_owned),
            asked_at: customers::of_user(tx, &id)?.and_then(|linked| linked.refreshed_at),
            subscriptions: tx.rows("WHERE user_id = $1 ORDER BY started_at DESC, id", &[(&id).into()])?,
            tax_id: receipts.iter().find_map(|receipt| receipt.tax_id.clone()),
            receipts,
            refundable: refund_rows::office_charges(tx, &id, now)?
                .into_iter()
                .map(|paid| paid.invoice)
                .collect(),
            checkouts: tx.rows(&checkouts, &[(&id).into()])?,
            courtesies: courtesies::all(tx, &id)?,
            own_acts: member_actions::of(tx, &id)?,
            id,
        })
    });
    read.await
}
