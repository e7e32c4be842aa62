//! Segments: typed questions that the readers of a list must satisfy, and the SQL that finds these readers.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Dialect, Error, Tx};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{Audience, CampaignList, RecipientState, ReportKind};

/// Maximum number of questions of a segment.
pub const MAX_QUESTIONS: usize = 6;

/// Maximum length of a text in a question, in characters.
const MAX_TEXT: usize = 60;

/// Maximum number of plans in a question.
const MAX_PLANS: usize = 10;

/// A question about a reader.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "question", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The reader is a member with one of these plans.
    Plans {
        /// Names of the plans.
        plans: Vec<String>,
    },
    /// The reader is no member.
    Visitors,
    /// The reader joined the list at this time or later.
    JoinedSince {
        /// The earliest time.
        since: Timestamp,
    },
    /// The reader has opened this course.
    OpenedCourse {
        /// Id of the course.
        course_id: String,
    },
    /// The reader's subscription has this tag.
    Tag {
        /// The tag.
        tag: String,
    },
    /// The reader has not received this campaign: was no recipient, or the email was refused or skipped. Nobody is such a
    /// reader of a campaign that has not started, or whose recipients were removed (see `pruning`).
    Missed {
        /// Number of the campaign.
        campaign: i64,
    },
}

/// A segment: all its questions hold. Without questions it has every reader of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Segment(pub Vec<Question>);

impl Segment {
    /// Returns `true` if the questions are within the limits.
    pub fn is_valid(&self) -> bool {
        let fits = |text: &String| (1..=MAX_TEXT).contains(&text.chars().count());
        self.0.len() <= MAX_QUESTIONS
            && self.0.iter().all(|question| match question {
                Question::Plans { plans } => (1..=MAX_PLANS).contains(&plans.len()) && plans.iter().all(fits),
                Question::OpenedCourse { course_id: text } | Question::Tag { tag: text } => fits(text),
                Question::Visitors | Question::JoinedSince { .. } | Question::Missed { .. } => true,
            })
    }
}

impl From<Segment> for serde_json::Value {
    fn from(segment: Segment) -> Self {
        serde_json::json!(segment)
    }
}

/// A reader of a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub struct Reader {
    /// The address.
    pub email: String,
    /// Body that the reader gets.
    pub audience: Audience,
}

/// SQL of the readers of a segment with its parameters. Its columns are `email`, `user_id` and `audience`.
pub(crate) struct Readers {
    sql: String,
    parameters: Vec<Value>,
}

impl Readers {
    /// Returns the query for the readers of a list that satisfy a segment. `before` are parameters of the statement
    /// around it.
    pub(crate) fn new(
        dialect: Dialect,
        (list, segment): (CampaignList, &Segment),
        now: Timestamp,
        before: Vec<Value>,
    ) -> Self {
        let mut readers = Self { sql: String::new(), parameters: before };
        let now = readers.parameter(now.into());
        let (from, columns) = match list {
            CampaignList::Open => (open(&now), OPEN),
            CampaignList::Premium => (premium(&now), PREMIUM),
        };
        let mut sql = from;
        for question in &segment.0 {
            let condition = readers.condition(dialect, question, &now, &columns);
            sql.push_str(&format!(" AND {condition}"));
        }
        if list == CampaignList::Premium {
            // Two accounts can have one address: one signs in through a company.
            sql.push_str(&format!(" GROUP BY {}", PREMIUM.email));
        }
        readers.sql = sql;
        readers
    }

    fn parameter(&mut self, value: Value) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
    }

    fn condition(
        &mut self,
        dialect: Dialect,
        question: &Question,
        now: &str,
        &Columns { email, joined, tags }: &Columns,
    ) -> String {
        match question {
            Question::Plans { plans } => {
                let plans = self.parameter(serde_json::json!(plans).to_string().into());
                let is_among = dialect.among("m.plan", &plans);
                format!(
                    "EXISTS (SELECT 1 FROM subscribers m WHERE m.user_id = u.id AND m.access_until > {now} AND {is_among})"
                )
            }
            Question::Visitors => format!(
                "NOT EXISTS (SELECT 1 FROM subscribers m WHERE m.user_id = u.id AND m.access_until > {now})"
            ),
            Question::JoinedSince { since } => {
                let since = self.parameter((*since).into());
                format!("{joined} >= {since}")
            }
            Question::OpenedCourse { course_id } => {
                let course = self.parameter(course_id.as_str().into());
                format!(
                    "EXISTS (SELECT 1 FROM course_members c WHERE c.user_id = u.id AND c.course_id = {course})"
                )
            }
            Question::Tag { tag } => {
                let tag = self.parameter(serde_json::json!([tag]).to_string().into());
                format!("coalesce({}, FALSE)", dialect.json_contains(tags, &dialect.json_parameter(&tag)))
            }
            Question::Missed { campaign } => {
                let campaign = self.parameter((*campaign).into());
                // `uncertain` may have arrived, so only the owner sends it again.
                let received = [
                    RecipientState::Waiting,
                    RecipientState::Sending,
                    RecipientState::Delivered,
                    RecipientState::Uncertain,
                ];
                let received = received.map(|state| format!("'{}'", state.word())).join(", ");
                let recipient = format!(
                    "SELECT 1 FROM campaign_recipients r WHERE r.campaign = {campaign} AND r.state IN ({received})
                     AND (r.report IS NULL OR r.report = '{}')",
                    ReportKind::Complaint.word()
                );
                // The first recipient is the first that `pruning` removes.
                format!(
                    "EXISTS (SELECT 1 FROM campaign_recipients f WHERE f.campaign = {campaign} AND f.number = 1)
                     AND NOT EXISTS ({recipient} AND r.email = {email})
                     AND NOT EXISTS ({recipient} AND r.user_id = u.id)"
                )
            }
        }
    }

    /// Inserts the readers as recipients of a campaign, whose number is the first parameter. Returns their number.
    pub(crate) fn freeze(&self, tx: &mut Tx<'_>) -> Result<u64, Error> {
        // The order of the addresses makes the insertion into their index sequential.
        let sql = format!(
            "INSERT INTO campaign_recipients (campaign, number, email, user_id, audience, state, tries)
             SELECT CAST($1 AS bigint), row_number() OVER (ORDER BY r.email), r.email, r.user_id, r.audience, 'waiting', 0
             FROM ({}) r ORDER BY r.email",
            self.sql
        );
        tx.execute(&sql, &self.parameters)
    }

    /// Returns the number of readers.
    pub(crate) fn count(&self, tx: &mut Tx<'_>) -> Result<i64, Error> {
        tx.query_one_as(&format!("SELECT count(*) FROM ({}) r", self.sql), &self.parameters)
    }

    /// Returns the first readers by address.
    pub(crate) fn first(&self, tx: &mut Tx<'_>, most: u32) -> Result<Vec<Reader>, Error> {
        let sql = format!("SELECT r.email, r.audience FROM ({}) r ORDER BY r.email LIMIT {most}", self.sql);
        tx.query_as(&sql, &self.parameters)
    }
}

/// SQL of a reader's properties in the query of a list.
struct Columns {
    email: &'static str,
    /// Time since which the reader is on the list.
    joined: &'static str,
    /// Tags as JSON.
    tags: &'static str,
}

const OPEN: Columns = Columns { email: "s.email", joined: "s.created_at", tags: "s.tags" };

const PREMIUM: Columns = Columns {
    email: "coalesce(u.sso_email, u.email)",
    joined: "coalesce(m.member_since, m.created_at)",
    tags: "(SELECT s.tags FROM newsletter_subscriptions s WHERE s.email = u.email AND s.is_active)",
};

/// Returns the query for confirmed subscriptions, with the accounts of their addresses.
fn open(now: &str) -> String {
    format!(
        "SELECT s.email AS email, u.id AS user_id,
                CASE WHEN EXISTS (SELECT 1 FROM member_entitlements e WHERE e.user_id = u.id
                                  AND e.entitlement = 'premium_newsletter' AND e.until > {now})
                     THEN 'full' ELSE 'teaser' END AS audience
         FROM newsletter_subscriptions s
         LEFT JOIN users u ON u.email = s.email AND u.email_confirmed_at IS NOT NULL AND u.deleted_at IS NULL
         WHERE s.is_active AND s.confirmed_at IS NOT NULL AND {}",
        unsuppressed(OPEN.email)
    )
}

/// Returns the query for members whose plan includes the letter.
fn premium(now: &str) -> String {
    let email = PREMIUM.email;
    format!(
        "SELECT {email} AS email, min(u.id) AS user_id, 'full' AS audience
         FROM member_entitlements h JOIN users u ON u.id = h.user_id JOIN subscribers m ON m.user_id = u.id
         WHERE h.entitlement = 'premium_newsletter' AND h.until > {now} AND u.deleted_at IS NULL
           AND (u.sso_email IS NOT NULL OR u.email_confirmed_at IS NOT NULL) AND {email} IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM newsletter_departures d WHERE d.email = {email} AND d.list = 'premium')
           AND {}",
        unsuppressed(email)
    )
}

fn unsuppressed(email: &str) -> String {
    format!("NOT EXISTS (SELECT 1 FROM mail_suppressions x WHERE x.recipient = {email})")
}
