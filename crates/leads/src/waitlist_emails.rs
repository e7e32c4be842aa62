//! Emails about the waiting list of the management software: a notice to the owner, and a confirmation to the
//! visitor.

use ateneu_db::Row;
use ateneu_mail::{Block, Context, Email, Message, RowEmails, text};

pub fn emails() -> RowEmails {
    RowEmails::new("waitlist_entries", "name, email, company, size", |context, _, row| {
        Ok(vec![notice(context, row), receipt(context, row)])
    })
}

fn notice(context: &Context<'_>, row: &Row) -> Message {
    let given = [("Nome", "name"), ("E-mail", "email"), ("Empresa", "company"), ("Tamanho", "size")];
    let fields = given
        .into_iter()
        .map(|(label, column)| (label, text(row, column).to_owned()))
        .filter(|(_, value)| !value.trim().is_empty());
    let message = Email {
        subject: "Lista de espera do software".to_owned(),
        preheader: format!("{} entrou na lista de espera.", text(row, "name")),
        heading: "Mais uma pessoa na lista de espera".to_owned(),
        blocks: vec![
            Block::Fields(fields.collect()),
            Block::Paragraph("Responda a este e-mail para escrever a essa pessoa.".to_owned()),
        ],
        reason: "Você recebe este aviso porque a lista de espera do site envia para este endereço."
            .to_owned(),
        unsubscribe: None,
    };
    message.to(&context.sender.email, context.sender).reply_to(text(row, "email")).about(text(row, "email"))
}

/// Returns the email to the visitor. It repeats nothing that the visitor wrote, because the address may be a
/// stranger's.
fn receipt(context: &Context<'_>, row: &Row) -> Message {
    let email = text(row, "email");
    let message = Email {
        subject: "Você está na lista de espera".to_owned(),
        preheader: "Aviso por e-mail quando o software de gestão abrir.".to_owned(),
        heading: "Você está na lista de espera.".to_owned(),
        blocks: vec![
            Block::Paragraph(
                "Quando o software de gestão abrir para novas empresas, aviso neste endereço. \
                 Até lá, nada mais será enviado por causa desta lista."
                    .to_owned(),
            ),
            Block::Paragraph("Para conversar antes, responda a este e-mail.".to_owned()),
        ],
        reason: "Você recebe este e-mail porque este endereço foi informado na lista de espera do site. \
                 Se não foi você, responda pedindo a remoção."
            .to_owned(),
        unsubscribe: None,
    };
    message
        .to(email, context.sender)
        .reply_to(&context.sender.email)
        .once(format!("waitlist receipt {} {email}", context.day()))
}
