//! Study plans, results of the diagnosis, and invitations.

use ateneu_schema::{
    OnDelete, Table,
    rule::{self, nobody, owner},
    table::{Check, Gender, exposed, int, internal, json, text, text_array, timestamp, updated_at, uuid},
};

/// Study plans: the courses of a member and the weekdays for them. The days of lessons are computed at each read, so
/// that they follow the progress.
pub fn study_plans() -> Table {
    exposed("study_plans", "Study plans of members.")
        .row_label("Plano de estudo", Gender::Masculine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("goal").length(0, 500),
            // Courses in the order of study.
            text_array("course_ids").items(200, 36),
            int("weekly_minutes").or(120_i64).check(Check::Range(15, 10_080)),
            // Days of the week, Monday is '1'.
            text_array("weekdays").items(7, 1),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["user_id"])
        .personal()
        .read(owner("user_id"))
        .insert(rule::has_access().and(owner("user_id")))
        .update(rule::has_access().and(owner("user_id")))
        .delete(owner("user_id"))
}

/// Last reminder of each member who wants them. An empty `notified_at` means that its email is not sent yet.
pub fn study_reminders() -> Table {
    internal("study_reminders", "The last reminders of study plans.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Day in São Paulo, as `2026-11-24`.
            text("day").required().length(10, 10),
            // Token in the links of the emails, which ends them.
            text("token").required().secret(),
            timestamp("created_at").now(),
            timestamp("notified_at"),
        ])
        .unique(["user_id"])
        .unique(["token"])
        .index(["notified_at"])
        .personal()
}

/// Members' results of the diagnosis, readable only by the member.
pub fn diagnosis_results() -> Table {
    exposed("diagnosis_results", "Results of the diagnosis.")
        .row_label("Diagnóstico", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // By competence, in percent.
            json("scores").required().bytes(4_000),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .index(["user_id", "created_at desc"])
        .personal()
        .inserts_per_hour(60)
        .rows_per_person("user_id", 500)
        .read(owner("user_id"))
        .insert(rule::has_access().and(owner("user_id")))
        .delete(owner("user_id"))
}

/// Personal links for invitations, created by the procedure `my_invite`.
pub fn learning_invites() -> Table {
    exposed("learning_invites", "Personal invitations.")
        .row_label("Convite", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            int("uses").count_of("learning_invite_uses", "invite_id"),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .index(["user_id", "expires_at desc"])
        .read(owner("user_id"))
}

/// Members who came by an invitation. The inviting member reads them through `my_invite`.
pub fn learning_invite_uses() -> Table {
    internal("learning_invite_uses", "Who came by an invitation.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            uuid("invite_id").required().references("learning_invites", "id", OnDelete::Cascade),
            timestamp("created_at").now(),
        ])
        .primary_key(["user_id"])
        .index(["invite_id", "created_at"])
}
