//! The list of people: pages of accounts, by default newest first.

use std::num::NonZeroU32;

use ateneu_auth::Role;
use ateneu_base::{Record, Timestamp, Value, fold::fold, person_names};
use ateneu_db::{Dialect, Tx, json_column};
use ateneu_functions::{ListPage, list_words};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::order::{FROM, Order};
use crate::{Error, People};

/// True if a subscription grants access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AccessFilter")]
pub enum Access {
    /// A subscription grants access.
    Granted,
    /// No subscription grants access.
    None,
}

/// Filter by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum RoleFilter {
    /// The role of administrator.
    Admin,
    /// The role of moderator.
    Moderator,
    /// The role of editor.
    Editor,
    /// No role.
    None,
}

/// State of an account, as a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PersonState")]
pub enum State {
    /// An address or a telephone number is verified.
    Confirmed,
    /// Signed up, without a verified address.
    Unconfirmed,
    /// Invited, without a sign-in yet.
    Invited,
    /// Banned.
    Banned,
    /// Sign-in requires a second factor.
    SecondFactor,
}

/// Filter of people. `null` matches all.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListPeople {
    /// Words of the name, the address or the telephone number, ignoring case and accents.
    pub search: Option<String>,
    /// Role that the account holds.
    pub role: Option<RoleFilter>,
    /// Access that the subscription grants.
    pub subscription: Option<Access>,
    /// State of the account.
    pub state: Option<State>,
    /// Order of the list.
    pub order: Option<Order>,
    /// Page number, from 1.
    pub page: Option<NonZeroU32>,
}

/// An account as an entry of the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Person {
    /// Id of the account.
    pub id: String,
    /// Name of the person. `None` if it is unknown.
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The telephone number, digits only.
    pub phone: Option<String>,
    /// Time at which the account was created.
    pub created_at: Timestamp,
    /// Time at which the person last signed in.
    pub last_sign_in_at: Option<Timestamp>,
    /// True if an address or a telephone number is verified.
    pub confirmed: bool,
    /// Time at which the person was last invited.
    pub invited_at: Option<Timestamp>,
    /// Time at which the ban ends. `None` if the person is not banned.
    pub banned_until: Option<Timestamp>,
    /// True if sign-in requires a second factor.
    pub second_factor: bool,
    /// True for a visitor's account without an address.
    pub is_anonymous: bool,
    /// Roles held.
    pub roles: Vec<Role>,
    /// True while a subscription grants access.
    pub access: bool,
    /// Plan of the subscription, even without access.
    pub plan: Option<String>,
}

/// A page of people.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PeoplePage")]
pub struct Page {
    /// Accounts on the page, in the requested order.
    pub people: Vec<Person>,
    /// Number of matching accounts on all pages.
    pub total: i64,
    /// Maximum number of accounts on a page.
    pub per_page: i64,
}

impl People {
    /// Returns a page of matching people.
    pub async fn list(&self, request: &ListPeople, page: ListPage) -> Result<Page, Error> {
        let (request, now) = (request.clone(), self.now());
        self.db()
            .read(move |tx| {
                let mut wanted = Conditions::new(tx.dialect(), now);
                wanted.take(&request);
                let ids = request.order.unwrap_or_default().ids(&wanted.text, page.skipped, page.per_page);
                let ids: Vec<String> = tx.query_as(&ids, &wanted.parameters)?;
                Ok(Page {
                    people: people_by_ids(tx, &ids, now)?,
                    total: tx.query_one_as(&wanted.count(), &wanted.parameters)?,
                    per_page: page.per_page,
                })
            })
            .await
    }
}

/// Returns the accounts with these ids, in the order of `ids`. Other tables are read only for the rows of the page.
fn people_by_ids(tx: &mut Tx<'_>, ids: &[String], now: Timestamp) -> Result<Vec<Person>, Error> {
    let sql = format!("SELECT {COLUMNS} {FROM} AND {}", tx.dialect().among("u.id", "$1"));
    let rows = tx.query_as::<Listed>(&sql, &[Json::from(ids).to_string().into()])?;
    let mut people: Vec<Person> = rows.into_iter().map(|row| person(row, now)).collect();
    people.sort_by_key(|person| ids.iter().position(|id| *id == person.id));
    Ok(people)
}

/// Finds the account of that id, as an entry of the list.
pub(super) fn find_person(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Option<Person>, Error> {
    let sql = format!("SELECT {COLUMNS} {FROM} AND u.id = $1");
    Ok(tx.query_optional_as(&sql, &[id.into()])?.map(|row| person(row, now)))
}

const COLUMNS: &str =
    "u.id, coalesce(u.email, u.sso_email) AS email, u.phone, u.user_metadata, u.created_at,
    u.last_sign_in_at, u.email_confirmed_at,
    u.phone_confirmed_at, u.invited_at, u.banned_until, u.is_anonymous, p.display_name, s.plan, s.access_until,
    EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = 'admin') AS is_admin,
    EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = 'moderator') AS is_moderator,
    EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = 'editor') AS is_editor,
    EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = 'publisher') AS is_publisher,
    EXISTS (SELECT 1 FROM factors f WHERE f.user_id = u.id AND f.status = 'verified') AS second_factor";

/// Columns of [`COLUMNS`].
#[derive(Deserialize)]
struct Listed {
    id: String,
    email: Option<String>,
    phone: Option<String>,
    #[serde(deserialize_with = "json_column")]
    user_metadata: Record,
    created_at: Timestamp,
    last_sign_in_at: Option<Timestamp>,
    email_confirmed_at: Option<Timestamp>,
    phone_confirmed_at: Option<Timestamp>,
    invited_at: Option<Timestamp>,
    banned_until: Option<Timestamp>,
    is_anonymous: bool,
    display_name: Option<String>,
    plan: Option<String>,
    access_until: Option<Timestamp>,
    is_admin: bool,
    is_moderator: bool,
    is_editor: bool,
    is_publisher: bool,
    second_factor: bool,
}

fn person(row: Listed, now: Timestamp) -> Person {
    let roles = [
        (Role::Admin, row.is_admin),
        (Role::Moderator, row.is_moderator),
        (Role::Editor, row.is_editor),
        (Role::Publisher, row.is_editor && row.is_publisher),
    ];
    Person {
        id: row.id,
        name: person_names(row.display_name.as_deref(), &row.user_metadata).next(),
        email: row.email,
        phone: row.phone,
        created_at: row.created_at,
        last_sign_in_at: row.last_sign_in_at,
        confirmed: row.email_confirmed_at.is_some() || row.phone_confirmed_at.is_some(),
        invited_at: row.invited_at,
        banned_until: row.banned_until.filter(|until| *until > now),
        second_factor: row.second_factor,
        is_anonymous: row.is_anonymous,
        roles: roles.into_iter().filter(|(_, held)| *held).map(|(role, _)| role).collect(),
        access: row.access_until.is_some_and(|until| now < until),
        plan: row.plan,
    }
}

/// The search as SQL, with its parameters.
struct Conditions {
    dialect: Dialect,
    now: Timestamp,
    text: String,
    parameters: Vec<Value>,
    /// True if they read profiles and subscriptions, too: counting only people is much faster.
    asks_others: bool,
}

impl Conditions {
    fn new(dialect: Dialect, now: Timestamp) -> Self {
        Self { dialect, now, text: String::new(), parameters: Vec::new(), asks_others: false }
    }

    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("${}", self.parameters.len())
    }

    fn and(&mut self, condition: &str) {
        self.text += &format!(" AND ({condition})");
    }

    fn take(&mut self, request: &ListPeople) {
        for word in list_words(request.search.as_deref()) {
            self.asks_others = true;
            let word = self.bind(fold(&word));
            let named = self.dialect.holds("coalesce(p.search_text, '')", &word);
            let account = self.dialect.holds("coalesce(u.search_text, '')", &word);
            self.and(&format!("{account} OR {named}"));
        }
        match request.role {
            Some(RoleFilter::None) => {
                self.and("NOT EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id)")
            }
            Some(role) => {
                let role = self.bind(role);
                self.and(&format!(
                    "EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = {role})"
                ));
            }
            None => {}
        }
        if let Some(access) = request.subscription {
            let granted = self.granted();
            match access {
                Access::Granted => self.and(&granted),
                Access::None => self.and(&format!("NOT coalesce({granted}, false)")),
            }
        }
        if let Some(state) = request.state {
            self.take_state(state);
        }
    }

    fn take_state(&mut self, state: State) {
        let unproved = "u.email_confirmed_at IS NULL AND u.phone_confirmed_at IS NULL";
        match state {
            State::Confirmed => self.and(&format!("NOT ({unproved})")),
            State::Unconfirmed => self.and(&format!("{unproved} AND u.invited_at IS NULL")),
            State::Invited => self.and(&format!("{unproved} AND u.invited_at IS NOT NULL")),
            State::Banned => {
                let now = self.bind(self.now);
                self.and(&format!("u.banned_until > {now}"));
            }
            State::SecondFactor => {
                self.and("EXISTS (SELECT 1 FROM factors f WHERE f.user_id = u.id AND f.status = 'verified')");
            }
        }
    }

    fn granted(&mut self) -> String {
        self.asks_others = true;
        let now = self.bind(self.now);
        format!("s.access_until > {now}")
    }

    fn count(&self) -> String {
        let from = if self.asks_others { FROM } else { "FROM users u WHERE u.deleted_at IS NULL" };
        format!("SELECT count(*) {from}{}", self.text)
    }
}
