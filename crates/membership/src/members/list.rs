//! A page of members, those who came last first unless asked otherwise.

use std::num::NonZeroU32;

use ateneu_base::{Timestamp, Value, fold::fold};
use ateneu_db::{Dialect, Ordered, Row, Tx, page_of};
use ateneu_functions::{ListPage, list_words};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::recent::WEEK;
use crate::{
    Error, PaidPlan, Payments, PlanPeriod,
    access::{AccessReason, WITHOUT_END},
    customers,
    status::{Property, SubscriberStatus, statuses_with, statuses_without, word_cases},
};

/// State of a membership, as far as an administrator distinguishes states.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Words)]
pub enum MemberState {
    /// Paid, and renews itself.
    Active,
    /// Canceled; access lasts to the end of what was paid.
    Ending,
    /// A payment failed; access lasts a few days more.
    Grace,
    /// Access was given.
    Courtesy,
    /// The first payment is awaited.
    Pending,
    /// A subscription runs at the provider but grants nothing: unpaid, paused, disputed.
    Suspended,
    /// Ended subscription.
    Ended,
}

impl MemberState {
    /// SQL: the state of a row `s` of `subscribers`; `now` is the parameter of the present instant.
    fn sql(now: &str) -> String {
        let open = word_cases("s.access_reason", Self::open, Self::Active);
        let closed = word_cases("s.status", Self::closed, Self::Suspended);
        format!("CASE WHEN s.access_until > {now} THEN {open} ELSE {closed} END")
    }

    /// Returns the state of a membership with access.
    fn open(reason: AccessReason) -> Self {
        match reason {
            AccessReason::PaidUntilEnd => Self::Ending,
            AccessReason::Grace => Self::Grace,
            AccessReason::Courtesy => Self::Courtesy,
            AccessReason::Paid
            | AccessReason::Trial
            | AccessReason::Refunded
            | AccessReason::Disputed
            | AccessReason::PaymentFailed
            | AccessReason::FirstPaymentPending
            | AccessReason::FirstPaymentMissing
            | AccessReason::Paused
            | AccessReason::CourtesyOver
            | AccessReason::UnknownState => Self::Active,
        }
    }

    /// Returns the state of a membership without access.
    fn closed(status: SubscriberStatus) -> Self {
        match status {
            SubscriberStatus::Incomplete => Self::Pending,
            SubscriberStatus::IncompleteExpired | SubscriberStatus::Canceled | SubscriberStatus::Courtesy => {
                Self::Ended
            }
            SubscriberStatus::Trialing
            | SubscriberStatus::Active
            | SubscriberStatus::PastDue
            | SubscriberStatus::Unpaid
            | SubscriberStatus::Paused
            | SubscriberStatus::Unknown => Self::Suspended,
        }
    }

    /// Returns the label in Portuguese.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Active => "Ativa",
            Self::Ending => "Cancelada, com acesso",
            Self::Grace => "Pagamento em atraso",
            Self::Courtesy => "Cortesia",
            Self::Pending => "Pagamento por confirmar",
            Self::Suspended => "Suspensa",
            Self::Ended => "Encerrada",
        }
    }
}

/// Change within the last seven days.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MemberChange")]
pub enum Change {
    /// A subscription began.
    Started,
    /// A subscription ended.
    Ended,
}

impl Change {
    /// The condition on a row `s` of `subscribers`; `since` is the parameter of the first instant.
    fn condition(self, since: &str) -> String {
        let subscription = match self {
            Self::Started => {
                format!("x.started_at >= {since} AND x.status NOT IN {}", statuses_without(Property::Earning))
            }
            Self::Ended => {
                format!("x.ended_at >= {since} AND x.status IN {}", statuses_with(Property::Ended))
            }
        };
        format!(
            "s.user_id IN (SELECT x.user_id FROM payment_subscriptions x WHERE x.plan IS NOT NULL AND {subscription})"
        )
    }
}

/// Sort key of the displayed name, without case and accents. Uses the aliases `u` (users) and `p` (member_profiles).
pub(super) const NAME: &str = "coalesce(nullif(p.search_text, ''), u.search_text, '')";

/// The order of the list. No access comes before all others in time.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MembersOrder")]
pub enum Order {
    /// The newest members first.
    #[default]
    SinceDesc,
    /// The oldest members first.
    Since,
    /// The name in ascending order.
    Name,
    /// The same from the end.
    NameDesc,
    /// The earliest end of access first.
    Access,
    /// The latest end of access first.
    AccessDesc,
}

impl Order {
    /// SQL: the ids of a page of those who satisfy the conditions. Complete, so that pages neither repeat nor miss
    /// anybody.
    fn ids(self, conditions: &str, skipped: i64, shown: i64) -> String {
        let of = |more: &str| format!("{FROM}{more}{conditions}");
        let part = |rows: String, key, column| Ordered { rows, id: "s.id", key, column };
        let parts = match self {
            // As it is shown: the first subscription's start, where there was one.
            Self::Since | Self::SinceDesc => vec![
                part(of(" AND s.member_since IS NOT NULL"), "s.member_since", "s.member_since"),
                part(of(" AND s.member_since IS NULL"), "s.created_at", "s.created_at"),
            ],
            // Members are few among the people: their names are sorted.
            Self::Name | Self::NameDesc => vec![part(of(""), NAME, NAME)],
            // As it is shown: access that renews itself has no end, and shows that of its period.
            Self::Access | Self::AccessDesc => {
                let ends = format!("s.access_until < '{WITHOUT_END}'");
                let no_end = format!("({ends}) IS NOT TRUE");
                vec![
                    part(of(&format!(" AND {ends}")), "s.access_until", "s.access_until"),
                    part(
                        of(&format!(" AND {no_end} AND s.current_period_end IS NOT NULL")),
                        "s.current_period_end",
                        "s.current_period_end",
                    ),
                    part(
                        of(&format!(" AND {no_end} AND s.current_period_end IS NULL")),
                        "''",
                        "s.current_period_end",
                    ),
                ]
            }
        };
        let is_descending = matches!(self, Self::SinceDesc | Self::NameDesc | Self::AccessDesc);
        page_of(&parts, is_descending, skipped, shown)
    }
}

/// `null` stands for any.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListMembers {
    /// Words of the name or the address, blind to case and accents.
    pub search: Option<String>,
    /// State of the membership.
    pub state: Option<MemberState>,
    /// Plan of the membership.
    pub plan: Option<PaidPlan>,
    /// Change within the last seven days.
    pub change: Option<Change>,
    /// Order of the list.
    pub order: Option<Order>,
    /// Page number, from 1.
    pub page: Option<NonZeroU32>,
}

/// One member, as a list shows it.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Member {
    /// The account's id.
    pub id: String,
    /// Name of the person, where it is known.
    #[serde(skip_deserializing)]
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// Plan of the membership.
    pub plan: Option<PaidPlan>,
    /// Period that one charge pays for. `None` for a courtesy.
    pub period: Option<PlanPeriod>,
    /// State of the membership.
    pub state: MemberState,
    /// Status of the subscription.
    pub status: SubscriberStatus,
    /// Reason of the access or its absence.
    pub reason: Option<AccessReason>,
    /// Time at which the person first paid or was first given access.
    pub since: Option<Timestamp>,
    /// End of access. `None` if there is no access, or it has no end yet.
    pub until: Option<Timestamp>,
    /// The end of the running period.
    pub period_end: Option<Timestamp>,
    /// The subscription ends with the period.
    pub ends: bool,
    /// The end of what was given.
    pub courtesy_until: Option<Timestamp>,
    /// The last payment: when.
    pub paid_at: Option<Timestamp>,
    /// The last payment: how much, in centavos.
    pub paid_amount: Option<i64>,
}

/// A page of members.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "MembersPage")]
pub struct Page {
    /// Members in the requested order.
    pub members: Vec<Member>,
    /// Number of all matching members.
    pub total: i64,
    /// Number of members on a page.
    pub per_page: i64,
}

/// A page of the members who match.
pub async fn list_members(payments: &Payments, request: &ListMembers, page: ListPage) -> Result<Page, Error> {
    let (request, now) = (request.clone(), payments.now());
    let read = payments.db().read(move |tx| {
        let wanted = Conditions::of(&request, tx.dialect(), now);
        let count = format!("SELECT count(*) {}{}", wanted.from(), wanted.text);
        let total = tx.query_one_as(&count, &wanted.parameters)?;
        let ids = request.order.unwrap_or_default().ids(&wanted.text, page.skipped, page.per_page);
        let ids: Vec<String> = tx.query_as(&ids, &wanted.parameters)?;
        let listed = serde_json::Value::from(ids.as_slice()).to_string();
        let mut rows =
            tx.query(&select(&tx.dialect().among("s.id", "$1")), &[Value::Text(listed), now.into()])?;
        rows.sort_by_key(|row| ids.iter().position(|id| row.text("subscriber_id") == Some(id)));
        let members = rows.iter().map(|row| member(row, now)).collect::<Result<_, _>>()?;
        Ok::<_, Error>(Page { members, total, per_page: page.per_page })
    });
    read.await
}

/// The member of that account.
pub(super) fn find_member(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Option<Member>, Error> {
    let row = tx.query_optional(&select("s.user_id = $1"), &[user_id.into(), now.into()])?;
    row.map(|row| member(&row, now)).transpose()
}

/// SQL: members who satisfy a condition on `$1`, as of `$2`.
fn select(condition: &str) -> String {
    format!("SELECT {COLUMNS}, {} AS state {FROM} AND {condition}", MemberState::sql("$2"))
}

/// Columns of a member. Other tables are read only for the rows of the page, each by an index on the person.
const COLUMNS: &str = "s.id AS subscriber_id, s.user_id AS id, u.user_metadata, p.display_name,
    coalesce(u.email, u.sso_email) AS email, s.plan, s.period, s.status, s.access_reason AS reason,
    s.access_until AS until, s.current_period_end AS period_end, s.cancel_at_period_end AS ends, s.courtesy_until,
    coalesce(s.member_since, s.created_at) AS since,
    (SELECT i.paid_at FROM payment_invoices i WHERE i.user_id = s.user_id AND i.status = 'paid'
     AND i.plan IS NOT NULL ORDER BY i.created_at DESC LIMIT 1) AS paid_at,
    (SELECT i.amount FROM payment_invoices i WHERE i.user_id = s.user_id AND i.status = 'paid'
     AND i.plan IS NOT NULL ORDER BY i.created_at DESC LIMIT 1) AS paid_amount";

const FROM: &str = "FROM subscribers s JOIN users u ON u.id = s.user_id
    LEFT JOIN member_profiles p ON p.user_id = s.user_id
    WHERE u.deleted_at IS NULL";

fn member(row: &Row, now: Timestamp) -> Result<Member, Error> {
    let member: Member = row.read()?;
    Ok(Member {
        name: customers::name(row),
        until: member.until.filter(|until| *until < WITHOUT_END),
        courtesy_until: member.courtesy_until.filter(|until| now < *until),
        ..member
    })
}

/// The search as SQL: text and parameters side by side.
pub(super) struct Conditions {
    pub(super) text: String,
    pub(super) parameters: Vec<Value>,
    /// True if they ask the names of people.
    asks_names: bool,
}

impl Conditions {
    pub(super) fn new() -> Self {
        Self { text: String::new(), parameters: Vec::new(), asks_names: false }
    }

    /// Returns the FROM clause of the count. A search without names reads only the few deleted people, not all
    /// people.
    fn from(&self) -> &'static str {
        match self.asks_names {
            true => FROM,
            false => {
                "FROM subscribers s WHERE s.user_id IS NOT NULL
                     AND s.user_id NOT IN (SELECT u.id FROM users u WHERE u.deleted_at IS NOT NULL)"
            }
        }
    }

    fn of(request: &ListMembers, dialect: Dialect, now: Timestamp) -> Self {
        let mut all = Self::new();
        all.words(request.search.as_deref(), dialect);
        if let Some(plan) = request.plan {
            let plan = all.bind(plan);
            all.and(&format!("s.plan = {plan}"));
        }
        if let Some(state) = request.state {
            let (now, state) = (all.bind(now), all.bind(state));
            all.and(&format!("{} = {state}", MemberState::sql(&now)));
        }
        if let Some(change) = request.change {
            let since = all.bind(now - WEEK);
            all.and(&change.condition(&since));
        }
        all
    }

    /// Names and addresses, of the aliases `u` (users) and `p` (member_profiles), that have all words.
    pub(super) fn words(&mut self, search: Option<&str>, dialect: Dialect) {
        for word in list_words(search) {
            self.asks_names = true;
            let word = self.bind(fold(&word));
            let named = dialect.holds("coalesce(p.search_text, '')", &word);
            let account = dialect.holds("coalesce(u.search_text, '')", &word);
            self.and(&format!("{account} OR {named}"));
        }
    }

    pub(super) fn and(&mut self, condition: &str) {
        self.text += &format!(" AND ({condition})");
    }

    pub(super) fn bind(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("${}", self.parameters.len())
    }
}
