//! Choices of members about notices by email, and the emails sent.

use ateneu_schema::{
    OnDelete, Table, Words,
    rule::{nobody, owner},
    table::{Gender, boolean, exposed, int, internal, text, timestamp, updated_at, uuid},
};

/// Period of the emails with notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum EmailPeriod {
    #[word("5min")]
    FiveMinutes,
    #[word("hora")]
    Hour,
    #[word("3h")]
    ThreeHours,
    #[word("6h")]
    SixHours,
    #[word("12h")]
    TwelveHours,
    #[word("dia")]
    Day,
    #[word("semana")]
    Week,
    #[word("nunca")]
    Never,
}

/// Period of the summary of new posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum SummaryPeriod {
    #[word("dia")]
    Day,
    #[word("semana")]
    Week,
    #[word("mes")]
    Month,
    #[word("nunca")]
    Never,
}

/// Notices that a person wants, and the periods of the emails. Without a row, the defaults apply. Emails about the
/// account's security are always sent.
pub fn notification_preferences() -> Table {
    exposed("notification_preferences", "Which notices people want.")
        .row_label("Escolha de avisos", Gender::Feminine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Unread notices are gathered in one email for each period.
            text("email_period").words::<EmailPeriod>().or(EmailPeriod::Week),
            // The newest posts of the person's channels.
            text("summary_period").words::<SummaryPeriod>().or(SummaryPeriod::Week),
            // A notice of each published content.
            boolean("new_content").or(true),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["user_id"])
        .read(owner("user_id"))
        .insert(owner("user_id"))
        .update(owner("user_id"))
}

/// Preferences of a person in the community. Without a row, the defaults apply.
pub fn member_preferences() -> Table {
    exposed("member_preferences", "How members use the community.")
        .row_label("Preferência de membro", Gender::Feminine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Single keys are shortcuts.
            boolean("single_keys").or(true),
            // Others see where the person is present.
            boolean("shows_presence").or(true),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["user_id"])
        .facts(
            &["user_id"],
            "SELECT 'unseen' AS fact, NULL AS value, NULL AS until FROM member_preferences
             WHERE user_id = $1 AND NOT shows_presence",
        )
        .personal()
        .read(owner("user_id"))
        .insert(owner("user_id"))
        .update(owner("user_id"))
}

/// The emails of notices that a person got.
pub fn notice_emails() -> Table {
    internal("notice_emails", "Which emails of notices people got.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Names the person in the links of the emails: with it, how often they come may be changed.
            text("token").required().secret(),
            timestamp("emailed_at"),
            timestamp("summary_at"),
            // The day of the last email, and how many were sent on it.
            text("day"),
            int("sent").or(0_i64),
        ])
        .primary_key(["user_id"])
        .unique(["token"])
        .personal()
}
