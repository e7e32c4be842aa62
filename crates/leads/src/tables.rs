//! The tables of this crate.

use ateneu_base::fold;
use ateneu_schema::{
    By, Erasure, OnDelete, Table, Words,
    rule::{admin, anyone, nobody},
    sanitize,
    table::{Check, Gender, exposed, text, timestamp, updated_at, uuid},
};

/// Subject of a message.
#[derive(Clone, Copy, PartialEq, Eq, Words)]
enum MessageSubject {
    #[word("Mentoria Executiva")]
    Mentoring,
    #[word("Consultoria Estratégica")]
    Consulting,
    #[word("Palestras e Eventos")]
    Talks,
    #[word("Parcerias")]
    Partnerships,
    #[word("Mídia e Entrevistas")]
    Press,
    #[word("Outros Assuntos")]
    Others,
}

/// State of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum MessageState {
    New,
    Answered,
    Archived,
}

/// Number of people in a company.
#[derive(Clone, Copy, PartialEq, Eq, Words)]
enum CompanySize {
    #[word("Até 9")]
    UpTo9,
    #[word("10 a 49")]
    UpTo49,
    #[word("50 a 200")]
    UpTo200,
    #[word("Mais de 200")]
    Larger,
}

pub fn tables() -> Vec<Table> {
    vec![contacts(), waitlist_entries()]
}

/// Messages from the contact form. An empty `notified_at` means that their emails are not sent yet.
fn contacts() -> Table {
    exposed("contacts", "Messages from the contact form.")
        .row_label("Contato", Gender::Masculine)
        .columns([
            uuid("id").new_id().set_by(admin()),
            text("name").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
            text("company").length(0, 200).sanitized(sanitize::line),
            text("subject").required().words::<MessageSubject>(),
            text("message").required().length(1, 5_000).check(Check::NotBlank),
            text("notification_email").set_by(admin()),
            text("status").words::<MessageState>().or(MessageState::New).set_by(admin()),
            timestamp("created_at").now().set_by(admin()),
            updated_at().set_by(admin()),
            timestamp("notified_at").set_by(nobody()),
            // Person who was signed in when it was sent.
            uuid("user_id").caller().set_by(nobody()).references("users", "id", OnDelete::SetNull).unlisted(),
            text("search_text")
                .derived_from(&["name", "email", "company", "message"], search_text)
                .unlisted(),
        ])
        .index(["created_at desc"])
        .index(["status", "created_at desc"])
        .index(["notified_at"])
        // Age of the last change, for the removal.
        .index(["updated_at"])
        .index(["user_id"])
        .inserts_per_hour(30)
        .once_in_minutes(10, ["email", "subject", "message"])
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(admin())
        .insert(anyone())
        .update(admin())
        .delete(admin())
}

/// Returns the text that the panel's search reads.
fn search_text(parts: [&str; 4]) -> String {
    fold::fold(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// People waiting for the management software. An empty `notified_at` means that their emails are not sent yet.
fn waitlist_entries() -> Table {
    exposed("waitlist_entries", "People waiting for the management software.")
        .row_label("Inscrição na lista de espera", Gender::Feminine)
        .columns([
            uuid("id").new_id().set_by(admin()),
            text("name").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
            text("company").length(0, 200).sanitized(sanitize::line),
            text("size").words::<CompanySize>(),
            timestamp("created_at").now().set_by(admin()),
            updated_at().set_by(admin()),
            timestamp("notified_at").set_by(nobody()),
        ])
        .unique(["email"])
        .index(["created_at desc"])
        .index(["notified_at"])
        .inserts_per_hour(30)
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(admin())
        .insert(anyone())
        .update(admin())
        .delete(admin())
}
