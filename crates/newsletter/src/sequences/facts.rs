//! Facts about the people of runs, read for a whole batch by one statement. A preview reads the same statement for a run
//! that does not exist.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx};
use serde::Deserialize;

use super::{
    definitions::{Definition, Ground},
    words::SequenceName,
};

/// End of an assumed membership.
const MEMBER: Timestamp = Timestamp::from_seconds(253_370_764_800);

/// SQL of the time of the last event of the account `u`. The index gives it without the others.
pub(crate) const SEEN_AT: &str = "(SELECT l.created_at FROM auth_logs l WHERE l.user_id = u.id AND l.success
     ORDER BY l.created_at DESC LIMIT 1)";

/// A run with the facts that decide about its next step.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Facts {
    pub(crate) run: String,
    pub(crate) step: i64,
    pub(crate) begun_at: Timestamp,
    pub(crate) due_at: Timestamp,
    pub(crate) user_id: Option<String>,
    /// Address to write to.
    pub(crate) email: Option<String>,
    /// Metadata of the account, as JSON.
    pub(crate) profile: Option<String>,
    /// Identifier of the plan, also of one that has ended.
    pub(crate) plan: Option<String>,
    /// Token of the subscription's own link.
    pub(crate) token: Option<String>,
    /// True if the account does not exist or is about to be erased.
    pub(crate) is_gone: bool,
    /// True if the account is banned.
    pub(crate) is_banned: bool,
    pub(crate) is_suppressed: bool,
    /// True if the person has left the list or withdrawn the purpose.
    pub(crate) has_left: bool,
    pub(crate) access_until: Option<Timestamp>,
    /// True if a payment was completed since the run began.
    pub(crate) has_paid: bool,
    /// End of a payment page that is still open.
    pub(crate) page_until: Option<Timestamp>,
    pub(crate) signed_in_at: Option<Timestamp>,
    /// Time of the last event of the account, such as the renewal of a session.
    pub(crate) seen_at: Option<Timestamp>,
    pub(crate) has_course: bool,
    pub(crate) has_post: bool,
}

impl Facts {
    /// Returns the time of the last visit.
    pub(crate) fn last_visit(&self) -> Option<Timestamp> {
        self.signed_in_at.max(self.seen_at)
    }

    /// Returns the facts of nobody, for the subject of an email.
    pub(crate) fn sample() -> Self {
        Self {
            run: String::new(),
            step: 1,
            begun_at: Timestamp::default(),
            due_at: Timestamp::default(),
            user_id: None,
            email: None,
            profile: None,
            plan: None,
            token: None,
            is_gone: false,
            is_banned: false,
            is_suppressed: false,
            has_left: false,
            access_until: None,
            has_paid: false,
            page_until: None,
            signed_in_at: None,
            seen_at: None,
            has_course: false,
            has_post: false,
        }
    }

    /// Sets the facts that follow from the event of a sequence, for a preview of a run that has not begun.
    pub(crate) fn assume_event(&mut self, definition: &Definition) {
        match definition.name {
            SequenceName::Welcome => self.has_left = false,
            SequenceName::FirstMonth | SequenceName::Away => self.access_until = Some(MEMBER),
            SequenceName::WinBack | SequenceName::AfterRefund => self.access_until = None,
            SequenceName::AbandonedCheckout => {}
        }
    }

    /// Locks and reads the due runs of a sequence, the oldest first.
    pub(crate) fn of_due(
        tx: &mut Tx<'_>,
        definition: &Definition,
        most: usize,
        now: Timestamp,
    ) -> Result<Vec<Self>, Error> {
        let runs = format!(
            "SELECT id, step, begun_at, due_at, user_id, email FROM sequence_runs
             WHERE sequence = $2 AND state = 'running' AND due_at <= $1 ORDER BY due_at, id LIMIT {most}{}",
            tx.dialect().for_update()
        );
        tx.query_as(&statement(definition, &runs), &[now.into(), definition.name.into()])
    }

    /// Reads the facts of a person as if a run had begun. Writes and locks nothing.
    pub(crate) fn of_person(
        tx: &mut Tx<'_>,
        definition: &Definition,
        (user_id, email): (Option<&str>, Option<&str>),
        begun_at: Timestamp,
        now: Timestamp,
    ) -> Result<Option<Self>, Error> {
        let runs = "SELECT 'preview' AS id, CAST(1 AS bigint) AS step, CAST($2 AS text) AS begun_at,
                           CAST($2 AS text) AS due_at, CAST($3 AS text) AS user_id, CAST($4 AS text) AS email";
        let values: [Value; 4] = [now.into(), begun_at.into(), user_id.into(), email.into()];
        tx.query_optional_as(&statement(definition, runs), &values)
    }
}

/// Returns the statement that reads the facts of these runs at the instant `$1`.
fn statement(definition: &Definition, runs: &str) -> String {
    let (people, email, is_gone, has_left, token) = match definition.ground {
        Ground::Subscription => (
            "LEFT JOIN newsletter_subscriptions s ON s.email = r.email AND s.is_active
             LEFT JOIN users u ON u.email = r.email AND u.email_confirmed_at IS NOT NULL AND u.deleted_at IS NULL"
                .to_owned(),
            "r.email",
            "FALSE",
            "s.id IS NULL OR s.confirmed_at IS NULL",
            "s.token",
        ),
        Ground::Purpose(purpose) => {
            use ateneu_schema::Words;
            (
                format!(
                    "LEFT JOIN users u ON u.id = r.user_id AND u.deleted_at IS NULL
                     LEFT JOIN email_purposes p ON p.user_id = r.user_id AND p.purpose = '{}'",
                    purpose.word()
                ),
                "CASE WHEN u.sso_email IS NOT NULL THEN u.sso_email WHEN u.email_confirmed_at IS NOT NULL THEN u.email END",
                "u.id IS NULL OR EXISTS (SELECT 1 FROM account_erasures e WHERE e.user_id = u.id)",
                "p.withdrawn_at IS NOT NULL",
                "NULL",
            )
        }
    };
    format!(
        "SELECT r.id AS run, r.step, r.begun_at, r.due_at, u.id AS user_id, {email} AS email,
                u.user_metadata AS profile, m.plan, {token} AS token, ({is_gone}) AS is_gone,
                coalesce(u.banned_until > $1, FALSE) AS is_banned,
                EXISTS (SELECT 1 FROM mail_suppressions x WHERE x.recipient = {email}) AS is_suppressed,
                ({has_left}) AS has_left, m.access_until,
                (EXISTS (SELECT 1 FROM payment_checkouts c
                         WHERE c.user_id = u.id AND c.state = 'completed' AND c.updated_at >= r.begun_at)
                 OR EXISTS (SELECT 1 FROM payment_invoices i
                            WHERE i.user_id = u.id AND i.paid_at >= r.begun_at)) AS has_paid,
                (SELECT max(c.expires_at) FROM payment_checkouts c
                 WHERE c.user_id = u.id AND c.state IN ('opening', 'open') AND c.expires_at > $1) AS page_until,
                u.last_sign_in_at AS signed_in_at,
                {SEEN_AT} AS seen_at,
                EXISTS (SELECT 1 FROM course_members k WHERE k.user_id = u.id) AS has_course,
                EXISTS (SELECT 1 FROM community_posts o WHERE o.author_id = u.id) AS has_post
         FROM ({runs}) r {people} LEFT JOIN subscribers m ON m.user_id = u.id
         ORDER BY r.due_at, r.id"
    )
}
