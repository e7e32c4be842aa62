//! Short messages, most of which fit into one. They name the site, so that no other page can ask for its codes.

use ateneu_content::emails::ShortMessage;
use ateneu_mail::{Message, Sender};

use crate::messages::Kind;

/// Returns the message with a code to a number (digits only).
pub(crate) fn carrying(kind: Kind, code: &str, number: &str, sender: &Sender) -> Message {
    let code = code.to_owned();
    let message = match kind {
        Kind::PhoneSignup => ShortMessage::SignUp { code },
        Kind::PhoneChangeCurrent => ShortMessage::PhoneChange { code },
        Kind::PhoneChangeNew => ShortMessage::NewPhone { code },
        Kind::Reauthentication => ShortMessage::Confirmation { code },
        _ => ShortMessage::SignIn { code },
    };
    sender.short_message(number, &message)
}
