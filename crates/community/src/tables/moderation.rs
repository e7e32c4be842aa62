//! Reports, cases of the moderation, decisions, blocks between members, and words that need approval.

use ateneu_schema::{
    By, Erasure, OnDelete, Rule, Table, Words,
    rule::{self, admin, anyone, is, nobody, owner},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, text, timestamp, updated_at, uuid},
};

use crate::protocol::protocol;

/// Reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ReportReason {
    #[word("ofensa")]
    Insult,
    #[word("assedio")]
    Harassment,
    #[word("propaganda")]
    Advertising,
    #[word("dados_pessoais")]
    PersonalData,
    #[word("direitos_autorais")]
    Copyright,
    #[word("conteudo_ilegal")]
    IllegalContent,
    #[word("outro")]
    Other,
}

/// Kind of a case's subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub enum CaseKind {
    #[default]
    Post,
    Comment,
    Profile,
    Outside,
}

/// Reason why a case was opened: reports, a rule that requires approval, a report from outside, or a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CaseOrigin {
    Reports,
    Newcomer,
    Words,
    Links,
    Review,
    Fast,
    Outside,
    Staff,
}

/// State of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum CaseStatus {
    Open,
    Decided,
}

/// Reason why a post or a comment is hidden: a rule that requires approval, reports, or a decision of the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum HiddenBecause {
    Newcomer,
    Words,
    Links,
    Review,
    Fast,
    Reports,
    Staff,
}

impl From<HiddenBecause> for CaseOrigin {
    fn from(because: HiddenBecause) -> Self {
        match because {
            HiddenBecause::Newcomer => Self::Newcomer,
            HiddenBecause::Words => Self::Words,
            HiddenBecause::Links => Self::Links,
            HiddenBecause::Review => Self::Review,
            HiddenBecause::Fast => Self::Fast,
            HiddenBecause::Reports => Self::Reports,
            HiddenBecause::Staff => Self::Staff,
        }
    }
}

/// Decision of a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CaseDecision {
    Keep,
    Hide,
    Delete,
    Lock,
    Picture,
    Warn,
    Silence,
    Ban,
}

/// Outcome of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ReportOutcome {
    Upheld,
    Dismissed,
}

/// Outcome of an appeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum AppealOutcome {
    Confirmed,
    Overturned,
}

/// A case to be decided: about a post, a comment, a profile, or a report from outside. Written by procedures only.
pub fn community_cases() -> Table {
    exposed("community_cases", "What moderators decide.")
        .row_label("Caso da moderação", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            text("kind").required().words::<CaseKind>(),
            text("origin").required().words::<CaseOrigin>(),
            // For a comment too: the post above it.
            uuid("post_id").references("community_posts", "id", OnDelete::Cascade),
            uuid("comment_id").references("community_comments", "id", OnDelete::Cascade),
            uuid("profile_id").references("users", "id", OnDelete::Cascade),
            uuid("outside_id").references("outside_reports", "id", OnDelete::SetNull),
            // Author of the text, or owner of the profile.
            uuid("subject_id").references("users", "id", OnDelete::Cascade),
            boolean("subject_is_admin").or(false),
            text("status").required().words::<CaseStatus>().or(CaseStatus::Open),
            int("reports_count").or(0_i64),
            // Moderator with a claim, and its end. Others cannot decide until then.
            uuid("claimed_by").references("users", "id", OnDelete::SetNull),
            timestamp("claimed_until"),
            timestamp("opened_at").now(),
            timestamp("decided_at"),
            updated_at(),
        ])
        .unique_where(["post_id"], "status = 'open' AND kind = 'post'")
        .unique_where(["comment_id"], "status = 'open' AND kind = 'comment'")
        .unique_where(["profile_id"], "status = 'open' AND kind = 'profile'")
        .unique_where(["outside_id"], "status = 'open' AND kind = 'outside'")
        .index(["status", "reports_count desc", "opened_at"])
        .index(["post_id"])
        .index(["comment_id"])
        .index(["profile_id"])
        .index(["outside_id"])
        .index(["subject_id"])
        .index(["claimed_by"])
        .names_person("profile_id", By::Id, Erasure::Follow)
        .names_person("subject_id", By::Id, Erasure::Follow)
        .names_person("claimed_by", By::Id, Erasure::Follow)
        .live()
        .read(others_staff())
}

/// Staff other than the person concerned; about an administrator, administrators only. The rule holds for a case and
/// all its parts.
fn others_staff() -> Rule {
    rule::staff().and(owner("subject_id").negate()).and(is("subject_is_admin", false).or(admin()))
}

/// Reports of members. Written by the procedure `report_to_moderation`.
pub fn community_reports() -> Table {
    exposed("community_reports", "Reports of members to the moderators.")
        .row_label("Denúncia", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            text("protocol").required(),
            uuid("case_id").required().references("community_cases", "id", OnDelete::Cascade),
            uuid("reporter_id").references("users", "id", OnDelete::SetNull),
            text("reason").required().words::<ReportReason>(),
            text("details").length(0, 2_000),
            // False after unfounded reports by the same person: the report then does not count towards hiding.
            boolean("counts").or(true),
            text("outcome").words::<ReportOutcome>(),
            timestamp("created_at").now(),
            updated_at(),
            text("kind").lookup("case_id", "community_cases", "kind"),
            uuid("post_id").lookup("case_id", "community_cases", "post_id"),
            uuid("comment_id").lookup("case_id", "community_cases", "comment_id"),
            uuid("profile_id").lookup("case_id", "community_cases", "profile_id"),
            uuid("subject_id").lookup("case_id", "community_cases", "subject_id"),
            boolean("subject_is_admin").lookup("case_id", "community_cases", "subject_is_admin"),
        ])
        .unique(["protocol"])
        .unique(["case_id", "reporter_id"])
        .index(["reporter_id", "created_at desc"])
        .personal()
        .live()
        .read(owner("reporter_id").or(others_staff()))
}

/// Decisions about cases, with at most one appeal each. Written by procedures only.
pub fn community_decisions() -> Table {
    exposed("community_decisions", "Decisions of moderators, and appeals against them.")
        .row_label("Decisão da moderação", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("case_id").required().references("community_cases", "id", OnDelete::Cascade),
            uuid("subject_id").references("users", "id", OnDelete::Cascade),
            text("decision").required().words::<CaseDecision>(),
            // End of a silence.
            timestamp("until"),
            text("reason").length(0, 2_000),
            uuid("decided_by").references("users", "id", OnDelete::SetNull),
            timestamp("decided_at").now(),
            // From the opening of the case to its decision.
            int("seconds").or(0_i64),
            // Reason why the text was hidden before, to undo the decision. Empty if it was shown.
            text("hidden_before").words::<HiddenBecause>(),
            // False for unfounded reports, of which the person concerned is not informed.
            boolean("informs_subject").or(true),
            boolean("is_effective").or(true),
            boolean("is_undone").or(false),
            text("appeal").length(0, 2_000),
            timestamp("appealed_at"),
            text("appeal_outcome").words::<AppealOutcome>(),
            text("appeal_reason").length(0, 2_000),
            uuid("appeal_decided_by").references("users", "id", OnDelete::SetNull),
            timestamp("appeal_decided_at"),
            updated_at(),
            text("kind").lookup("case_id", "community_cases", "kind"),
            uuid("post_id").lookup("case_id", "community_cases", "post_id"),
            uuid("comment_id").lookup("case_id", "community_cases", "comment_id"),
            boolean("subject_is_admin").lookup("case_id", "community_cases", "subject_is_admin"),
        ])
        .index(["subject_id", "decided_at desc"])
        .index(["case_id", "decided_at desc"])
        .index(["appeal_outcome", "appealed_at"])
        .index(["decided_at"])
        .index(["decided_by"])
        .index(["appeal_decided_by"])
        .mask(["decided_by", "appeal_decided_by", "seconds", "hidden_before"], others_staff())
        .names_person("decided_by", By::Id, Erasure::Follow)
        .names_person("appeal_decided_by", By::Id, Erasure::Follow)
        .facts(
            &["subject_id"],
            "SELECT decision AS fact, NULL AS value, until FROM community_decisions
             WHERE subject_id = $1 AND is_effective AND decision IN ('silence', 'ban')",
        )
        .personal()
        .live()
        .read(
            owner("subject_id")
                .and(is("informs_subject", true))
                .and(is("is_undone", false))
                .or(others_staff()),
        )
}

/// Blocks between members: neither sees the other's posts.
pub fn member_blocks() -> Table {
    exposed("member_blocks", "Members whom members blocked.")
        .row_label("Bloqueio", Gender::Masculine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            uuid("blocked_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["user_id", "blocked_id"])
        .rows_per_person("user_id", 500)
        .index(["blocked_id"])
        .names_person("blocked_id", By::Id, Erasure::Follow)
        .facts(
            &["user_id", "blocked_id"],
            "SELECT 'blocked' AS fact, CASE WHEN user_id = $1 THEN blocked_id ELSE user_id END AS value,
                    NULL AS until
             FROM member_blocks WHERE user_id = $1 OR blocked_id = $1",
        )
        .personal()
        .read(owner("user_id"))
        .insert(rule::member().and(owner("user_id")))
        .delete(owner("user_id"))
}

/// Words whose use needs approval.
pub fn moderation_words() -> Table {
    exposed("moderation_words", "Words whose use in the community needs approval.")
        .row_label("Palavra da moderação", Gender::Feminine)
        .columns([
            text("word").required().length(2, 60).check(Check::NotBlank).sanitized(sanitize::line),
            uuid("created_by").caller().references("users", "id", OnDelete::SetNull).set_by(nobody()),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["word"])
        .index(["created_by"])
        .rows_per_person("created_by", 1_000)
        .names_person("created_by", By::Id, Erasure::Follow)
        .read(rule::staff())
        .insert(rule::staff())
        .delete(rule::staff())
}

/// Reports of people outside, who may be concerned without being members. The sender creates the id, and so knows the
/// protocol number.
pub fn outside_reports() -> Table {
    exposed("outside_reports", "Reports about the community from people outside.")
        .row_label("Notificação externa", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            text("protocol").derived_from(&["id"], |[id]| protocol(id)),
            text("name").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
            // Address of the text or profile.
            text("address").required().length(1, 500).check(Check::NotBlank).sanitized(sanitize::line),
            text("reason").required().words::<ReportReason>(),
            text("message").required().length(1, 5_000).check(Check::NotBlank),
            timestamp("created_at").now().set_by(nobody()),
            // Author of the text or owner of the profile at the address, as in the case.
            uuid("subject_id").references("users", "id", OnDelete::SetNull).set_by(nobody()),
            boolean("subject_is_admin").or(false).set_by(nobody()),
        ])
        .index(["created_at desc"])
        .index(["subject_id"])
        .inserts_per_hour(30)
        .once_in_minutes(10, ["email", "address", "message"])
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .names_person("subject_id", By::Id, Erasure::Follow)
        .read(others_staff())
        .insert(anyone())
}
