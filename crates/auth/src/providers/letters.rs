//! The letters that tell a person of a change in how their account is entered.

use ateneu_mail::{Block, Letter, Sender};

/// The account can now be entered through a provider.
pub(crate) fn linked(provider: &str, sender: &Sender) -> Letter {
    let subject = format!("Sua conta agora entra com {provider}");
    let what = format!(
        "A sua conta foi ligada a um perfil de {provider}: quem entra nesse perfil entra também na sua conta."
    );
    letter(
        subject,
        "Uma nova forma de entrar foi ligada à sua conta.",
        what,
        sender,
    )
}

/// The account is no longer entered through a provider.
pub(crate) fn unlinked(provider: &str, sender: &Sender) -> Letter {
    let subject = format!("Sua conta não entra mais com {provider}");
    let what = format!("O perfil de {provider} foi desligado da sua conta e não serve mais para entrar.");
    letter(
        subject,
        "Uma forma de entrar foi desligada da sua conta.",
        what,
        sender,
    )
}

fn letter(subject: String, preheader: &str, what: String, sender: &Sender) -> Letter {
    Letter {
        preheader: preheader.to_owned(),
        heading: format!("{subject}."),
        subject,
        blocks: vec![
            Block::Paragraph(what),
            Block::Paragraph(format!("Se não foi você, escreva para {} agora.", sender.email)),
        ],
        reason: "Você recebe este e-mail porque mudou a forma de entrar na sua conta.".to_owned(),
        unsubscribe: None,
    }
}
