//! Texts of short messages. Most fit into one message. They name the site, so that no other page can ask for its codes.

use ateneu_mail::{Message, Sender};

use crate::messages::Kind;

/// The message that carries a code to a number (digits only).
pub(crate) fn carrying(kind: Kind, code: &str, number: &str, sender: &Sender) -> Message {
    let purpose = match kind {
        Kind::PhoneSignup => "confirmar o seu telefone",
        Kind::PhoneChangeCurrent => "autorizar a troca do seu telefone",
        Kind::PhoneChangeNew => "confirmar o seu novo telefone",
        Kind::Reauthentication => "continuar",
        _ => "entrar",
    };
    let text = format!("{code} é o seu código para {purpose} em {}. Não o passe a ninguém.", sender.host());
    to(number, text)
}

/// Text for a replaced number: the account has a new one.
pub(crate) fn phone_changed(number: &str, sender: &Sender) -> Message {
    let (host, email) = (sender.host(), &sender.email);
    to(
        number,
        format!("O telefone da sua conta em {host} foi trocado. Se não foi você, escreva para {email}."),
    )
}

/// Text for a person without an email: the password has changed.
pub(crate) fn password_changed(number: &str, sender: &Sender) -> Message {
    let (host, email) = (sender.host(), &sender.email);
    to(number, format!("A senha da sua conta em {host} foi trocada. Se não foi você, escreva para {email}."))
}

fn to(number: &str, text: String) -> Message {
    Message::sms(&format!("+{number}"), text)
}
