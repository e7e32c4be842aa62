//! Emails about the waiting list of the management software: a notice to the owner, and a confirmation to the
//! visitor.

use ateneu_content::emails::{WaitlistNotice, WaitlistReceipt};
use ateneu_db::Row;
use ateneu_mail::{Context, Message, RowEmails, filled, text};

pub fn emails() -> RowEmails {
    RowEmails::new("waitlist_entries", "name, email, company, size", |context, _, row| {
        Ok(vec![notice(context, row), receipt(context, row)])
    })
}

fn notice(context: &Context<'_>, row: &Row) -> Message {
    let (sender, email) = (context.sender, text(row, "email"));
    let fields = WaitlistNotice {
        name: text(row, "name").to_owned(),
        email: email.to_owned(),
        company: filled(row, "company"),
        size: filled(row, "size"),
    };
    sender.email(&fields).to(&sender.email, sender).reply_to(email).about(email)
}

/// Returns the email to the visitor. It repeats no text of the visitor, because the address may be another person's.
fn receipt(context: &Context<'_>, row: &Row) -> Message {
    let (sender, email) = (context.sender, text(row, "email"));
    sender
        .email(&WaitlistReceipt {})
        .to(email, sender)
        .reply_to(&sender.email)
        .once(format!("waitlist receipt {} {email}", context.day()))
}
