//! Emails about a message from the contact form: the whole message to the owner, a fixed confirmation to the visitor.

use ateneu_content::emails::{ContactNotice, ContactReceipt, Quote};
use ateneu_db::Row;
use ateneu_mail::{Context, Message, RowEmails, filled, text};

pub fn emails() -> RowEmails {
    RowEmails::new(
        "contacts",
        "name, email, company, subject, message, notification_email",
        |context, _, row| Ok(vec![notice(context, row), receipt(context, row)]),
    )
}

/// Returns the email to the owner, with the whole form. A reply goes to the visitor.
fn notice(context: &Context<'_>, row: &Row) -> Message {
    let (sender, email) = (context.sender, text(row, "email"));
    let fields = ContactNotice {
        name: text(row, "name").to_owned(),
        email: email.to_owned(),
        company: filled(row, "company"),
        subject: text(row, "subject").to_owned(),
        message: Quote(text(row, "message").to_owned()),
    };
    let recipient =
        row.text("notification_email").filter(|address| !address.is_empty()).unwrap_or(&sender.email);
    sender.email(&fields).to(recipient, sender).reply_to(email).about(email)
}

/// Returns the email to the visitor, at most one a day per address. It repeats only the choice of subject. Otherwise
/// the form could send any text to any address.
fn receipt(context: &Context<'_>, row: &Row) -> Message {
    let (sender, email) = (context.sender, text(row, "email"));
    sender
        .email(&ContactReceipt { subject: text(row, "subject").to_owned() })
        .to(email, sender)
        .reply_to(&sender.email)
        .once(format!("contact receipt {} {email}", context.day()))
}
