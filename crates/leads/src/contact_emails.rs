//! A message from the contact form: the owner gets it whole, the visitor a fixed confirmation.

use ateneu_db::Row;
use ateneu_mail::{Block, Context, Email, Message, RowEmails, text};

pub fn emails() -> RowEmails {
    RowEmails::new(
        "contacts",
        "name, email, company, subject, message, notification_email",
        |context, _, row| Ok(vec![notice(context, row), receipt(context, row)]),
    )
}

/// Returns the email to the owner, with the whole form. A reply goes to the visitor.
fn notice(context: &Context<'_>, row: &Row) -> Message {
    let (name, email, subject) = (text(row, "name"), text(row, "email"), text(row, "subject"));
    let mut fields = vec![("Nome", name.to_owned()), ("E-mail", email.to_owned())];
    if let Some(company) = row.text("company").filter(|company| !company.trim().is_empty()) {
        fields.push(("Empresa", company.to_owned()));
    }
    fields.push(("Assunto", subject.to_owned()));
    let message = Email {
        subject: format!("Contato pelo site: {subject}"),
        preheader: format!("{name} escreveu pelo formulário de contato."),
        heading: "Nova mensagem pelo site".to_owned(),
        blocks: vec![
            Block::Fields(fields),
            Block::Quote(text(row, "message").to_owned()),
            Block::Paragraph("Responda a este e-mail para escrever a essa pessoa.".to_owned()),
        ],
        reason: "Você recebe este aviso porque o formulário de contato do site envia para este endereço."
            .to_owned(),
        unsubscribe: None,
    };
    let recipient =
        row.text("notification_email").filter(|address| !address.is_empty()).unwrap_or(&context.sender.email);
    message.to(recipient, context.sender).reply_to(email).about(email)
}

/// Returns the email to the visitor, at most one a day for each address. It repeats only the choice of subject.
/// Otherwise the form would carry strangers' texts to strangers' addresses.
fn receipt(context: &Context<'_>, row: &Row) -> Message {
    let email = text(row, "email");
    let message = Email {
        subject: "Recebi a sua mensagem".to_owned(),
        preheader: "Resposta em até 24 horas.".to_owned(),
        heading: "Recebi a sua mensagem.".to_owned(),
        blocks: vec![
            Block::Paragraph(format!(
                "O assunto escolhido foi {}. Leio pessoalmente o que chega pelo site.",
                text(row, "subject")
            )),
            Block::Paragraph(context.sender.office_hours.clone()),
            Block::Paragraph("Para acrescentar algo, responda a este e-mail.".to_owned()),
        ],
        reason:
            "Você recebe este e-mail porque este endereço foi informado no formulário de contato do site. \
                 Se não foi você, pode ignorar."
                .to_owned(),
        unsubscribe: None,
    };
    message
        .to(email, context.sender)
        .reply_to(&context.sender.email)
        .once(format!("contact receipt {} {email}", context.day()))
}
