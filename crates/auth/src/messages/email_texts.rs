//! The emails of the accounts. They hold nothing that a stranger typed but the addresses themselves: anybody may ask
//! for an email to anybody.

use std::time::Duration;

use ateneu_mail::{Block, Email};

use crate::messages::{Kind, one_time::Secrets};

/// Text of an email, apart from its secrets.
struct Words {
    subject: &'static str,
    preheader: &'static str,
    opening: String,
    action: &'static str,
    reason: &'static str,
}

fn words(kind: Kind, new_email: &str) -> Words {
    match kind {
        Kind::Signup => Words {
            subject: "Confirme o seu e-mail",
            preheader: "Falta um passo para a sua conta.",
            opening: "Este endereço foi informado para criar uma conta no site. Se foi você, confirme pelo botão ou \
                      digite o código na página em que se cadastrou."
                .to_owned(),
            action: "Confirmar e-mail",
            reason: "Se não foi você, pode ignorar: sem confirmação, a conta não pode ser usada.",
        },
        Kind::Magiclink => Words {
            subject: "Seu acesso ao site",
            preheader: "O link e o código para entrar.",
            opening: "Foi pedido um acesso à conta deste endereço. Se foi você, entre pelo botão ou digite o código \
                      na página em que o pediu."
                .to_owned(),
            action: "Entrar",
            reason: "Se não foi você, pode ignorar: sem este link e sem o código, ninguém entra.",
        },
        Kind::Recovery => Words {
            subject: "Defina uma nova senha",
            preheader: "O link e o código para trocar a senha.",
            opening: "Foi pedida uma nova senha para a conta deste endereço. Se foi você, siga pelo botão ou digite \
                      o código na página em que a pediu."
                .to_owned(),
            action: "Definir nova senha",
            reason: "Se não foi você, pode ignorar: a senha continua a mesma.",
        },
        Kind::Invite => Words {
            subject: "Seu convite para o site",
            preheader: "Preparei uma conta para você.",
            opening: "Preparei uma conta para este endereço. Aceite pelo botão e escolha a sua senha.".to_owned(),
            action: "Aceitar o convite",
            reason: "Se você não esperava este convite, pode ignorar.",
        },
        Kind::EmailChangeCurrent => Words {
            subject: "Confirme a troca de e-mail",
            preheader: "A sua conta pode passar a usar outro endereço.",
            opening: format!(
                "Foi pedido que a sua conta passe a usar o endereço {new_email}. A troca só acontece quando os dois \
                 endereços confirmam."
            ),
            action: "Confirmar a troca",
            reason: "Se não foi você, não confirme e troque a sua senha.",
        },
        Kind::EmailChangeNew => Words {
            subject: "Confirme o seu novo e-mail",
            preheader: "Este endereço pode passar a ser o da sua conta.",
            opening: "Este endereço foi informado como o novo e-mail de uma conta no site. Se foi você, confirme \
                      pelo botão ou digite o código."
                .to_owned(),
            action: "Confirmar o novo e-mail",
            reason: "Se não foi você, pode ignorar: sem confirmação, nada muda.",
        },
        // What goes by telephone is a short message; a code alone needs no more words than this.
        Kind::Reauthentication
        | Kind::PhoneSignup
        | Kind::Sms
        | Kind::PhoneChangeCurrent
        | Kind::PhoneChangeNew => Words {
            subject: "Seu código de confirmação",
            preheader: "Para continuar o que você começou.",
            opening: "Digite este código na página em que o pediu.".to_owned(),
            action: "",
            reason: "Se não foi você, não passe o código a ninguém e troque a sua senha.",
        },
    }
}

/// The email with these secrets. Without a link it is the code alone.
pub(crate) fn carrying(kind: Kind, secrets: &Secrets, link: Option<String>, new_email: &str) -> Email {
    let words = words(kind, new_email);
    let code_time = time(secrets.code_lifetime);
    let (action, ends) = match link {
        Some(link) => (
            Some(Block::Action { label: words.action, link }),
            format!(
                "O link vale por {}; o código, por {code_time}. Use um dos dois.",
                time(secrets.link_lifetime)
            ),
        ),
        None => (None, format!("O código vale por {code_time} e funciona uma vez.")),
    };
    let opening = [Block::Paragraph(words.opening)];
    let closing = [Block::Code(secrets.code.clone()), Block::Paragraph(ends)];
    Email {
        subject: words.subject.to_owned(),
        preheader: words.preheader.to_owned(),
        heading: format!("{}.", words.subject),
        blocks: opening.into_iter().chain(action).chain(closing).collect(),
        reason: words.reason.to_owned(),
        unsubscribe: None,
    }
}

/// A length of time in the largest unit that tells it whole.
fn time(length: Duration) -> String {
    let seconds = length.as_secs();
    let (number, one, many) = match seconds {
        s if s > 3_600 && s % 3_600 == 0 => (s / 3_600, "hora", "horas"),
        s if s % 60 == 0 => (s / 60, "minuto", "minutos"),
        s => (s, "segundo", "segundos"),
    };
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_in_natural_portuguese() {
        for (seconds, text) in [
            (60, "1 minuto"),
            (90, "90 segundos"),
            (600, "10 minutos"),
            (3_600, "60 minutos"),
            (86_400, "24 horas"),
        ] {
            assert_eq!(time(Duration::from_secs(seconds)), text);
        }
    }
}
