//! The tables of this crate and the bucket of profile pictures.

use ateneu_base::fold;
use ateneu_schema::{
    Bucket, Holder, OnDelete, Quota, Rule, Table, Words,
    rule::{self, admin, anyone, is, nobody, owner},
    sanitize,
    table::{Check, Column, Gender, boolean, exposed, text, timestamp, updated_at, uuid},
};

/// Experience of a member.
#[derive(Clone, Copy, PartialEq, Eq, Words)]
pub enum ExperienceLevel {
    Iniciante,
    Intermediario,
    Avancado,
    Expert,
}

/// Readers of a field of a profile, in addition to its person.
#[derive(Clone, Copy, PartialEq, Eq, Words)]
enum Visibility {
    Membros,
    /// The team only.
    Moderacao,
    Ninguem,
}

pub fn tables() -> Vec<Table> {
    vec![member_profiles(), account_erasures()]
}

/// Profiles of members, shown to other members.
fn member_profiles() -> Table {
    exposed("member_profiles", "Public cards of members.")
        .row_label("Perfil", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("display_name").length(0, 120).check(Check::NotBlank).sanitized(sanitize::line),
            text("bio").length(0, 2_000),
            text("company").length(0, 200).sanitized(sanitize::line),
            text("position").length(0, 200).sanitized(sanitize::line),
            text("linkedin_url").length(0, 500).check(Check::WebUrl),
            text("website_url").length(0, 500).check(Check::WebUrl),
            // Path of an own file of the bucket on this site. Another site would learn who looks at a member.
            text("avatar_url").length(0, 2_000).check(Check::Address),
            text("experience_level").words::<ExperienceLevel>().or(ExperienceLevel::Intermediario),
            visibility("bio_visibility"),
            visibility("company_visibility"),
            visibility("position_visibility"),
            visibility("linkedin_visibility"),
            visibility("website_visibility"),
            // True if the directory of members lists the person.
            boolean("in_directory").or(true),
            timestamp("join_date").now().set_by(nobody()),
            timestamp("created_at").now().set_by(nobody()),
            updated_at(),
            text("search_text").derived_from(&SEARCHED, search_text).unlisted(),
        ])
        .unique(["user_id"])
        .index(["in_directory", "display_name"])
        // Begins with the name, because members are found by its first letters.
        .index(["search_text", "user_id"])
        .mask(["bio"], visibility_rule("bio_visibility"))
        .mask(["company"], visibility_rule("company_visibility"))
        .mask(["position"], visibility_rule("position_visibility"))
        .mask(["linkedin_url"], visibility_rule("linkedin_visibility"))
        .mask(["website_url"], visibility_rule("website_visibility"))
        .personal()
        .read(owner("user_id").or(rule::member()))
        .write(owner("user_id"))
}

fn visibility(name: &'static str) -> Column {
    text(name).words::<Visibility>().or(Visibility::Membros)
}

fn visibility_rule(visibility: &'static str) -> Rule {
    let is = |readers: Visibility| is(visibility, readers.word());
    owner("user_id").or(is(Visibility::Membros)).or(rule::staff().and(is(Visibility::Moderacao)))
}

/// Columns that the search reads.
const SEARCHED: [&str; 5] =
    ["display_name", "company", "company_visibility", "position", "position_visibility"];

/// Returns the text for the search: the folded name, and company and position if all members see them.
fn search_text([name, company, company_visibility, position, position_visibility]: [&str; 5]) -> String {
    let shown = |text, visibility| if visibility == Visibility::Membros.word() { text } else { "" };
    let parts = [name, shown(company, company_visibility), shown(position, position_visibility)];
    fold::fold(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Accounts with a requested erasure, which can be canceled until `due_at`.
fn account_erasures() -> Table {
    exposed("account_erasures", "Accounts to be erased, and when.")
        .row_label("Exclusão de conta", Gender::Feminine)
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("requested_at").now(),
            timestamp("due_at").required(),
        ])
        .primary_key(["user_id"])
        .index(["due_at"])
        .read(owner("user_id").or(admin()))
}

/// Bucket of profile pictures. The first folder is the person's id.
pub const AVATARS: &str = "avatars";

/// The bucket of profile pictures.
pub fn bucket() -> Bucket {
    Bucket {
        id: AVATARS,
        public: true,
        file_size_limit: 5 * 1024 * 1024,
        allowed_mime_types: &["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
        // One picture is shown, and the next is stored before the former is removed.
        quota: Some(Quota { of: Holder::Folder, files: 3, bytes: 10 * 1024 * 1024 }),
        rows: None,
        facts: &[],
        read: anyone(),
        cached: anyone(),
        picture_folder: None,
        list: owner("folder").or(rule::staff()),
        insert: owner("folder").and(rule::may_speak()),
        update: owner("folder").and(rule::may_speak()),
        replace: nobody(),
        // The moderation removes others' pictures by a decision, with a reason and an appeal.
        delete: owner("folder"),
    }
}
