//! A newsletter address: welcomed, or, with double opt-in, first asked whether it meant it.

use std::time::Duration;

use ateneu_base::{Change, Record, Timestamp, Verb, ids};
use ateneu_db::{Error, Row, Tx};

use super::{Desk, owing, text};
use crate::letter::{Block, Letter};

const TABLE: &str = "newsletter_subscriptions";

/// How long an address may take to confirm.
const PENDING: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Random bytes of a token.
const TOKEN_BYTES: usize = 24;

pub(super) fn write(desk: &Desk<'_>, tx: &mut Tx<'_>) -> Result<usize, Error> {
    let rows = owing(tx, TABLE, "email, is_active, token, confirmed_at")?;
    for row in &rows {
        let token = row.text("token").map_or_else(|| ids::secret(TOKEN_BYTES), str::to_owned);
        let asks = desk.mail.0.double_opt_in && row.text("confirmed_at").is_none();
        // Whoever left before the letter was written wants none.
        if row.truth("is_active") {
            let letter = if asks { question(desk, &token) } else { welcome(desk, &token) };
            desk.mail.queue(tx, &letter.to(text(row, "email"), desk.sender))?;
        }
        mark(desk, tx, row, &token, asks)?;
    }
    Ok(rows.len())
}

fn mark(desk: &Desk<'_>, tx: &mut Tx<'_>, row: &Row, token: &str, asks: bool) -> Result<(), Error> {
    let confirmed = (!asks).then_some(desk.now);
    tx.execute(
        "UPDATE newsletter_subscriptions
         SET notified_at = $2, token = $3, confirmed_at = coalesce(confirmed_at, $4) WHERE id = $1",
        &[row.get("id").clone(), desk.now.into(), token.into(), confirmed.into()],
    )
    .map(drop)
}

fn welcome(desk: &Desk<'_>, token: &str) -> Letter {
    Letter {
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
                link: desk.sender.link("/blog"),
            },
        ],
        reason: "Você recebe este e-mail porque este endereço foi inscrito na carta. \
                 Para sair, basta um clique, a qualquer momento."
            .to_owned(),
        unsubscribe: Some(desk.sender.link(&format!("/newsletter/sair/{token}"))),
    }
}

fn question(desk: &Desk<'_>, token: &str) -> Letter {
    Letter {
        subject: "Confirme a sua inscrição na carta".to_owned(),
        preheader: "Falta um passo: confirmar que este endereço é seu.".to_owned(),
        heading: "Confirme a sua inscrição.".to_owned(),
        blocks: vec![
            Block::Paragraph(
                "Este endereço foi informado para receber a carta semanal. Se foi você, confirme. \
                 O link vale por 7 dias."
                    .to_owned(),
            ),
            Block::Action {
                label: "Confirmar inscrição",
                link: desk.sender.link(&format!("/newsletter/confirmar/{token}")),
            },
        ],
        reason: "Se não foi você, pode ignorar: sem confirmação, nada mais será enviado.".to_owned(),
        unsubscribe: None,
    }
}

/// Addresses that were asked and never answered stop counting, and may subscribe again.
pub(crate) fn end_unconfirmed(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    let ended = tx.query(
        "UPDATE newsletter_subscriptions SET is_active = FALSE, updated_at = $1
         WHERE is_active AND confirmed_at IS NULL AND notified_at < $2 RETURNING id",
        &[now.into(), (now - PENDING).into()],
    )?;
    for row in &ended {
        let key = Record::from_iter([("id".to_owned(), text(row, "id").into())]);
        tx.changed(Change {
            table: TABLE.into(),
            verb: Verb::Update,
            old: Some(key.clone()),
            new: Some(key),
        });
    }
    Ok(())
}
