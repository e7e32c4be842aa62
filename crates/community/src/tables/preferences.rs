//! Members' preferences about notices by email, and the emails sent.

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

/// Notices that a person wants, and the periods of the emails. Without a row, the defaults apply. Emails about account
/// security are always sent.
pub fn notification_preferences() -> Table {
    exposed("notification_preferences", "Which notices people want.")
        .row_label("Escolha de avisos", Gender::Feminine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Unread notices are gathered into one email per period.
            text("email_period").words::<EmailPeriod>().or(EmailPeriod::Week),
            // Newest posts of the person's channels.
            text("summary_period").words::<SummaryPeriod>().or(SummaryPeriod::Week),
            // True for a notice of each published content.
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
            // True if single keys are shortcuts.
            boolean("single_keys").or(true),
            // True if others see the person's presence.
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

/// Emails of notices by person.
pub fn notice_emails() -> Table {
    internal("notice_emails", "Which emails of notices people got.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Token in the links of the emails, which allows a change of their frequency.
            text("token").required().secret(),
            timestamp("emailed_at"),
            timestamp("summary_at"),
            // Day of the last email, and the number of emails on it.
            text("day"),
            int("sent").or(0_i64),
        ])
        .primary_key(["user_id"])
        .unique(["token"])
        .personal()
}
