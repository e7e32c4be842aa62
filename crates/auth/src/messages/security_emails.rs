//! The messages to a person after a change in how their account is entered or protected: a person who did not make the
//! change must be notified.

use ateneu_db::Tx;
use ateneu_mail::{Block, Email, Message, Sender};

use crate::{
    Auth,
    accounts::{Factor, User, factor::Kind},
    error::Error,
};

/// Placeholder of the contact address in a closing line.
const CONTACT: &str = "{contact}";

const WRITE: &str = "Se não foi você, escreva para {contact} agora.";
const CHANGE_PASSWORD: &str =
    "Se não foi você, troque a sua senha agora e encerre as outras sessões. Dúvidas: {contact}.";

/// Notice of a change, with what to do about it.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    subject: String,
    preheader: String,
    what: String,
    then: &'static str,
}

impl Notice {
    fn new(
        subject: impl Into<String>,
        preheader: impl Into<String>,
        what: impl Into<String>,
        then: &'static str,
    ) -> Self {
        Self { subject: subject.into(), preheader: preheader.into(), what: what.into(), then }
    }

    /// The message to an address.
    pub(crate) fn to(self, email: &str, sender: &Sender) -> Message {
        let message = Email {
            preheader: self.preheader,
            heading: format!("{}.", self.subject),
            subject: self.subject,
            blocks: vec![
                Block::Paragraph(self.what),
                Block::Paragraph(self.then.replace(CONTACT, &sender.email)),
            ],
            reason: "Você recebe este e-mail porque a segurança da sua conta mudou.".to_owned(),
            unsubscribe: None,
        };
        message.to(email, sender)
    }
}

/// Writes a person, where there is a proved address.
pub(crate) fn notify(auth: &Auth, tx: &mut Tx<'_>, user: &User, notice: Notice) -> Result<(), Error> {
    if let (Some(email), Some(_)) = (user.shown_email(), user.email_confirmed_at) {
        auth.mail().queue(tx, &notice.to(email, &auth.mail().sender()))?;
    }
    Ok(())
}

/// The password is another one now.
pub(crate) fn password_changed() -> Notice {
    Notice::new(
        "Sua senha foi trocada",
        "As outras sessões da conta foram encerradas.",
        "A senha da sua conta acaba de ser trocada, e as outras sessões foram encerradas.",
        WRITE,
    )
}

/// The account has another address now; for the one it had.
pub(crate) fn email_changed(new: &str) -> Notice {
    Notice::new(
        "O e-mail da sua conta mudou",
        "Este endereço não entra mais na conta.",
        format!(
            "A sua conta passou a usar o endereço {new}. Este não recebe mais os códigos nem os links dela."
        ),
        WRITE,
    )
}

/// Email about a request to move another account to this account's address.
pub(crate) fn address_wanted() -> Notice {
    Notice::new(
        "Seu e-mail foi pedido em outra conta",
        "Nada mudou na sua conta.",
        "Alguém pediu para usar este endereço em outra conta. Como ele já é o da sua, o pedido não vale, e nada mudou. Se foi você, entre com este endereço.",
        "Se não foi você, não precisa fazer nada. Dúvidas: {contact}.",
    )
}

/// The account has another telephone number now.
pub(crate) fn phone_changed(number: &str) -> Notice {
    let ending = last_digits(number);
    Notice::new(
        "O telefone da sua conta mudou",
        format!("Agora é o número que termina em {ending}."),
        format!(
            "A sua conta passou a usar o número que termina em {ending}. Códigos enviados a ele entram na conta."
        ),
        WRITE,
    )
}

/// The account can now be entered through a provider.
pub(crate) fn provider_linked(provider: &str) -> Notice {
    Notice::new(
        format!("Sua conta agora entra com {provider}"),
        "Uma nova forma de entrar foi ligada à sua conta.",
        format!(
            "A sua conta foi ligada a um perfil de {provider}: quem entra nesse perfil entra também na sua conta."
        ),
        WRITE,
    )
}

/// The account is no longer entered through a provider.
pub(crate) fn provider_unlinked(provider: &str) -> Notice {
    Notice::new(
        format!("Sua conta não entra mais com {provider}"),
        "Uma forma de entrar foi desligada da sua conta.",
        format!("O perfil de {provider} foi desligado da sua conta e não serve mais para entrar."),
        WRITE,
    )
}

/// A device may sign in now.
pub(crate) fn passkey_added() -> Notice {
    Notice::new(
        "Uma passkey foi adicionada",
        "Um aparelho já pode entrar na sua conta sem senha.",
        "Uma passkey acaba de ser adicionada à sua conta. Com ela, um aparelho entra sem senha e sem código.",
        WRITE,
    )
}

/// A device can no longer sign in.
pub(crate) fn passkey_removed() -> Notice {
    Notice::new(
        "Uma passkey foi removida",
        "Um aparelho já não entra na sua conta.",
        "Uma passkey acaba de ser removida da sua conta. O aparelho dela já não entra sem senha.",
        WRITE,
    )
}

/// A second factor counts from now on.
pub(crate) fn factor_added(factor: &Factor) -> Notice {
    let name = name(factor);
    Notice::new(
        "Verificação em duas etapas ativada",
        "A sua conta pede agora uma segunda etapa para entrar.",
        format!(
            "A sua conta passou a aceitar {name} como segunda etapa. As sessões que não passaram por ela foram encerradas."
        ),
        CHANGE_PASSWORD,
    )
}

/// A second factor is gone.
pub(crate) fn factor_removed(factor: &Factor) -> Notice {
    Notice::new(
        "Segunda etapa removida",
        "A sua conta tem uma proteção a menos.",
        format!("A sua conta não aceita mais {} como segunda etapa.", name(factor)),
        CHANGE_PASSWORD,
    )
}

/// Notice that somebody who knows the password has typed six wrong codes.
pub(crate) fn factor_locked() -> Notice {
    Notice::new(
        "Códigos errados na sua conta",
        "A segunda etapa ficou bloqueada por 15 minutos.",
        "Alguém entrou com a sua senha e digitou seis códigos errados. A segunda etapa ficou bloqueada por 15 minutos.",
        "Se não foi você, troque a sua senha: alguém a conhece. Dúvidas: {contact}.",
    )
}

/// An administrator removed every second factor and passkey.
pub(crate) fn factors_reset() -> Notice {
    Notice::new(
        "As etapas extras da sua conta foram removidas",
        "Segundos fatores e passkeys não valem mais.",
        "A administração do site removeu os segundos fatores e as passkeys da sua conta e encerrou as sessões. Entre com \
         a sua senha e cadastre os novos em Configurações.",
        "Se você não pediu isso, escreva para {contact} agora.",
    )
}

/// Notice about a new set of recovery codes.
pub(crate) fn recovery_codes_made() -> Notice {
    Notice::new(
        "Novos códigos de recuperação",
        "Guarde-os fora do computador.",
        "A sua conta tem dez novos códigos de recuperação. Os anteriores não funcionam mais.",
        CHANGE_PASSWORD,
    )
}

/// A recovery code was used; so many are left.
pub(crate) fn recovery_code_used(remaining: i64) -> Notice {
    let left = match remaining {
        0 => "Não resta nenhum: gere outros nas configurações da conta.".to_owned(),
        1 => "Resta 1 código.".to_owned(),
        many => format!("Restam {many} códigos."),
    };
    Notice::new(
        "Um código de recuperação foi usado",
        "Alguém entrou na sua conta com um deles.",
        format!("Um código de recuperação acaba de ser usado para entrar na sua conta. {left}"),
        CHANGE_PASSWORD,
    )
}

/// Returns the name of a factor. A telephone is named with the end of its number.
fn name(factor: &Factor) -> String {
    match (factor.kind, &factor.phone) {
        (Kind::Totp, _) => "um aplicativo autenticador".to_owned(),
        (Kind::Phone, Some(phone)) => format!("o telefone com final {}", last_digits(phone)),
        (Kind::Phone, None) => "um telefone".to_owned(),
        (Kind::Webauthn, _) => "uma chave de segurança".to_owned(),
        (Kind::RecoveryCode, _) => "os códigos de recuperação".to_owned(),
    }
}

/// Returns as much of a number as its holder needs to know it by.
fn last_digits(number: &str) -> &str {
    number.get(number.len().saturating_sub(4)..).unwrap_or_default()
}
