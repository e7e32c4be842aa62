//! A page of charges of all members, the newest first unless asked otherwise.

use std::num::NonZeroU32;

use ateneu_base::Timestamp;
use ateneu_functions::ListPage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    list::{Conditions, NAME},
    recent::{CHASED, TO_CHASE},
};
use crate::{Error, Payments, PlanPeriod, customers};

/// State of a charge.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum ChargeState {
    /// A charge for a plan that failed in the last 60 days and is not paid.
    Failed,
    /// Paid, and not given back.
    Paid,
    /// Waits to be paid.
    Open,
    /// Given back.
    Refunded,
    /// A charge at a price that belongs to no plan.
    OtherProduct,
}

impl ChargeState {
    /// The condition on a charge `x`.
    fn condition(self, conditions: &mut Conditions, now: Timestamp) -> String {
        match self {
            Self::Failed => {
                let since = conditions.bind(now - CHASED);
                TO_CHASE.replace("$1", &since)
            }
            Self::Paid => "x.status = 'paid' AND x.refunded_at IS NULL".into(),
            Self::Open => "x.status = 'open'".into(),
            Self::Refunded => "x.refunded_at IS NOT NULL".into(),
            Self::OtherProduct => "x.plan IS NULL".into(),
        }
    }
}

/// The order of the charges.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum ChargesOrder {
    /// The newest first.
    #[default]
    CreatedDesc,
    /// The oldest first.
    Created,
    /// The member's name, and for each name the newest first.
    Name,
    /// The same from the end of the names.
    NameDesc,
    /// The smallest amount first.
    Amount,
    /// The largest amount first.
    AmountDesc,
}

impl ChargesOrder {
    /// Complete, so that pages neither repeat nor miss a charge.
    fn sql(self) -> String {
        match self {
            Self::CreatedDesc => "x.created_at DESC, x.id DESC".into(),
            Self::Created => "x.created_at, x.id".into(),
            Self::Name => format!("{NAME}, x.user_id, x.created_at DESC, x.id DESC"),
            Self::NameDesc => format!("{NAME} DESC, x.user_id, x.created_at DESC, x.id DESC"),
            Self::Amount => "x.amount, x.id".into(),
            Self::AmountDesc => "x.amount DESC, x.id DESC".into(),
        }
    }
}

/// `null` stands for any.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListCharges {
    /// Words of the name or the address, blind to case and accents.
    pub search: Option<String>,
    /// State of the charges.
    pub state: Option<ChargeState>,
    /// Order of the list.
    pub order: Option<ChargesOrder>,
    /// Page number, from 1.
    pub page: Option<NonZeroU32>,
}

/// A charge and whose it is, the amount in centavos.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Charge {
    /// The provider's.
    pub id: String,
    /// The account. `None` after its erasure.
    pub user_id: Option<String>,
    /// Name of the person, where it is known.
    #[serde(skip_deserializing)]
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// `update`, `scale` or `professional`.
    pub plan: Option<String>,
    /// Period that the charge paid for.
    pub period: Option<PlanPeriod>,
    /// The CPF or CNPJ it is made out to.
    pub tax_id: Option<String>,
    /// The number on the receipt.
    pub number: Option<String>,
    /// The provider's word.
    pub status: String,
    /// Amount in centavos.
    pub amount: i64,
    /// Time at which it was charged.
    pub created_at: Option<Timestamp>,
    /// Time at which it was paid.
    pub paid_at: Option<Timestamp>,
    /// Time at which it was first seen to have failed.
    pub failed_at: Option<Timestamp>,
    /// Time at which all of it was given back.
    pub refunded_at: Option<Timestamp>,
    /// The provider's page of it.
    pub hosted_url: Option<String>,
}

/// A page of charges.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ChargesPage {
    /// Newest first.
    pub charges: Vec<Charge>,
    /// Number of all matching charges.
    pub total: i64,
    /// Number of charges on a page.
    pub per_page: i64,
}

const FROM: &str = "FROM payment_invoices x LEFT JOIN users u ON u.id = x.user_id
    LEFT JOIN member_profiles p ON p.user_id = x.user_id
    WHERE u.deleted_at IS NULL AND x.status <> 'draft' AND x.amount > 0";

/// A page of the charges that match.
pub async fn list_charges(
    payments: &Payments,
    request: &ListCharges,
    page: ListPage,
) -> Result<ChargesPage, Error> {
    let (request, now) = (request.clone(), payments.now());
    let read = payments.db().read(move |tx| {
        let mut wanted = Conditions::new();
        wanted.words(request.search.as_deref(), tx.dialect());
        if let Some(state) = request.state {
            let condition = state.condition(&mut wanted, now);
            wanted.and(&condition);
        }
        let total = tx.query_one_as(&format!("SELECT count(*) {FROM}{}", wanted.text), &wanted.parameters)?;
        let select = format!(
            "SELECT x.*, coalesce(u.email, u.sso_email) AS email, u.user_metadata, p.display_name {FROM}{}
             ORDER BY {} {page}",
            wanted.text,
            request.order.unwrap_or_default().sql()
        );
        let rows = tx.query(&select, &wanted.parameters)?;
        let charge = |row| Ok(Charge { name: customers::name(row), ..row.read()? });
        let charges = rows.iter().map(charge).collect::<Result<_, Error>>()?;
        Ok(ChargesPage { charges, total, per_page: page.per_page })
    });
    read.await
}
