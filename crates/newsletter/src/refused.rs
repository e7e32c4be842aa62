//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(409, "Confirme o e-mail da sua conta para receber a carta.")]
    EmailNotConfirmed,
}
