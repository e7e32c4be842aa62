//! The emails of the newsletter: a welcome, or, with double opt-in, first the request to confirm.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_mail::{Block, Context, Email, RowEmails, text};

/// Time that an address may take to confirm.
const PENDING_DAYS: u64 = 7;
const PENDING: Duration = Duration::from_secs(PENDING_DAYS * 24 * 60 * 60);

/// Random bytes of a token.
const TOKEN_BYTES: usize = 24;

/// The emails to new addresses. With `double_opt_in` an address is asked to confirm before it is welcomed.
pub fn emails(double_opt_in: bool) -> RowEmails {
    let columns = "email, is_active, token, confirmed_at";
    RowEmails::new("newsletter_subscriptions", columns, move |context, tx, row| {
        let token = row.text("token").map_or_else(|| ids::secret(TOKEN_BYTES), str::to_owned);
        let asks = double_opt_in && row.text("confirmed_at").is_none();
        let confirmed = (!asks).then_some(context.now);
        tx.write(
            "UPDATE newsletter_subscriptions
             SET token = $2, confirmed_at = coalesce(confirmed_at, $3) WHERE id = $1",
            &[row.get("id").clone(), token.as_str().into(), confirmed.into()],
        )?;
        // A person who left before the email was written wants none.
        if !row.boolean("is_active") {
            return Ok(Vec::new());
        }
        let email = if asks { question(context, &token) } else { welcome(context, &token) };
        Ok(vec![email.to(text(row, "email"), context.sender)])
    })
    .cleanup(end_unconfirmed)
}

fn welcome(context: &Context<'_>, token: &str) -> Email {
    Email {
        subject: "Sua inscrição na carta".to_owned(),
        preheader: "Uma mensagem por semana, com um tema de gestão por vez.".to_owned(),
        heading: "Sua inscrição está feita.".to_owned(),
        blocks: vec![
            Block::Paragraph(
                "Uma vez por semana envio uma carta: um tema de gestão, um exemplo e uma pergunta para levar à \
                 reunião de segunda-feira."
                    .to_owned(),
            ),
            Block::Paragraph("Enquanto a primeira não chega, os artigos estão no site.".to_owned()),
            Block::Action {
                label: "Ler os artigos",
                link: context.sender.link("/blog"),
            },
        ],
        reason: "Você recebe este e-mail porque este endereço foi inscrito na carta. \
                 Para sair, basta um clique, a qualquer momento."
            .to_owned(),
        unsubscribe: Some(context.sender.link(&format!("/newsletter/sair/{token}"))),
    }
}

fn question(context: &Context<'_>, token: &str) -> Email {
    Email {
        subject: "Confirme a sua inscrição na carta".to_owned(),
        preheader: "Falta um passo: confirmar que este endereço é seu.".to_owned(),
        heading: "Confirme a sua inscrição.".to_owned(),
        blocks: vec![
            Block::Paragraph(format!(
                "Este endereço foi informado para receber a carta semanal. Se foi você, confirme. \
                 O link vale por {PENDING_DAYS} dias."
            )),
            Block::Action {
                label: "Confirmar inscrição",
                link: context.sender.link(&format!("/newsletter/confirmar/{token}")),
            },
        ],
        reason: "Se não foi você, pode ignorar: sem confirmação, nada mais será enviado.".to_owned(),
        unsubscribe: None,
    }
}

/// Addresses that were asked and never answered stop counting, and may subscribe again.
fn end_unconfirmed(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE newsletter_subscriptions SET is_active = FALSE, updated_at = $1
               WHERE is_active AND confirmed_at IS NULL AND notified_at < $2";
    tx.write(sql, &[now.into(), (now - PENDING).into()]).map(drop)
}
