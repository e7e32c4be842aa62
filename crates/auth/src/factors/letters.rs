//! What a person is told about the own second factors.

use ateneu_mail::{Block, Letter, Sender};

use crate::factors::factor::{Factor, Kind};

fn letter(sender: &Sender, subject: &str, preheader: &str, what: String, then: &str) -> Letter {
    Letter {
        subject: subject.to_owned(),
        preheader: preheader.to_owned(),
        heading: format!("{subject}."),
        blocks: vec![
            Block::Paragraph(what),
            Block::Paragraph(format!("{then} Dúvidas: {}.", sender.email)),
        ],
        reason: "Você recebe este e-mail porque a segurança da sua conta mudou.".to_owned(),
        unsubscribe: None,
    }
}

/// Which factor, with the end of a number.
fn name(factor: &Factor) -> String {
    match (factor.kind, &factor.phone) {
        (Kind::Totp, _) => "um aplicativo autenticador".to_owned(),
        (Kind::Phone, Some(phone)) => {
            let end: String = phone
                .chars()
                .skip(phone.chars().count().saturating_sub(4))
                .collect();
            format!("o telefone com final {end}")
        }
        (Kind::Phone, None) => "um telefone".to_owned(),
        (Kind::Webauthn, _) => "uma chave de segurança".to_owned(),
        (Kind::RecoveryCode, _) => "os códigos de recuperação".to_owned(),
    }
}

const NOT_YOU: &str = "Se não foi você, troque a sua senha agora e encerre as outras sessões.";

/// A factor counts from now on.
pub(super) fn added(sender: &Sender, factor: &Factor) -> Letter {
    letter(
        sender,
        "Autenticação em duas etapas ativada",
        "A sua conta pede agora uma segunda etapa para entrar.",
        format!(
            "A sua conta passou a aceitar {} como segunda etapa. As sessões que não passaram por ela foram encerradas.",
            name(factor)
        ),
        NOT_YOU,
    )
}

/// A factor is gone.
pub(super) fn removed(sender: &Sender, factor: &Factor) -> Letter {
    letter(
        sender,
        "Segunda etapa removida",
        "A sua conta tem uma proteção a menos.",
        format!("A sua conta não aceita mais {} como segunda etapa.", name(factor)),
        NOT_YOU,
    )
}

/// Somebody who knows the password has typed six wrong codes.
pub(super) fn locked(sender: &Sender) -> Letter {
    letter(
        sender,
        "Códigos errados na sua conta",
        "A segunda etapa ficou bloqueada por 15 minutos.",
        "Alguém entrou com a sua senha e digitou seis códigos errados. A segunda etapa ficou bloqueada por 15 minutos."
            .to_owned(),
        "Se não foi você, troque a sua senha: alguém a conhece.",
    )
}

/// A new set of recovery codes.
pub(super) fn recovery_codes_made(sender: &Sender) -> Letter {
    letter(
        sender,
        "Novos códigos de recuperação",
        "Guarde-os fora do computador.",
        "A sua conta tem dez novos códigos de recuperação. Os anteriores não funcionam mais.".to_owned(),
        NOT_YOU,
    )
}

/// One of them was used.
pub(super) fn recovery_code_used(sender: &Sender, remaining: i64) -> Letter {
    let left = match remaining {
        0 => "Não resta nenhum: gere outros nas configurações da conta.".to_owned(),
        1 => "Resta 1 código.".to_owned(),
        many => format!("Restam {many} códigos."),
    };
    letter(
        sender,
        "Um código de recuperação foi usado",
        "Alguém entrou na sua conta com um deles.",
        format!("Um código de recuperação acaba de ser usado para entrar na sua conta. {left}"),
        NOT_YOU,
    )
}

/// The short message with a code.
pub(super) fn code(sender: &Sender, code: &str) -> String {
    format!(
        "{code} é o seu código de acesso a {}. Não o passe a ninguém.",
        sender.name
    )
}
