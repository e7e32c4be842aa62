//! The emails about an erasure: one for each step, so that a person who did not request it can cancel it.

use ateneu_mail::{Block, Email};

const REASON: &str = "Você recebe este e-mail porque se trata da exclusão da sua conta.";

fn email(subject: &str, preheader: &str, paragraphs: &[String]) -> Email {
    Email {
        subject: subject.to_owned(),
        preheader: preheader.to_owned(),
        heading: format!("{subject}."),
        blocks: paragraphs.iter().cloned().map(Block::Paragraph).collect(),
        reason: REASON.to_owned(),
        unsubscribe: None,
    }
}

/// The account will be erased on `day`.
pub(super) fn requested(day: &str) -> Email {
    email(
        "A exclusão da sua conta está marcada",
        "Você pode voltar atrás até lá.",
        &[
            format!(
                "Recebi o pedido de excluir a sua conta. Ela será excluída em {day}, com tudo o que é seu."
            ),
            "Até lá nada muda. Para ficar, entre no site e escolha Cancelar exclusão em Configurações."
                .to_owned(),
            "Se não foi você, entre agora, cancele a exclusão e troque a sua senha.".to_owned(),
        ],
    )
}

/// The erasure was canceled.
pub(super) fn canceled() -> Email {
    email(
        "A exclusão da sua conta foi cancelada",
        "Sua conta continua como estava.",
        &["Sua conta continua como estava, com tudo o que é seu.".to_owned()],
    )
}

/// The account was erased.
pub(super) fn erased() -> Email {
    email(
        "Sua conta foi excluída",
        "Este é o último e-mail sobre ela.",
        &[
            "Sua conta e os seus dados foram excluídos. O que você escreveu na comunidade ficou, sem o seu nome."
                .to_owned(),
            "Este é o último e-mail sobre a sua conta.".to_owned(),
        ],
    )
}
