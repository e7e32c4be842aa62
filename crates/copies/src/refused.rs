//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(502, "A cópia não foi feita.")]
    CopyFailed,
    #[refusal(409, "Uma cópia já está sendo feita.")]
    CopyRunning,
    #[refusal(403, "Este link não vale mais. Peça outro no painel.")]
    LinkExpired,
    #[refusal(404, "Esta cópia não está mais no destino.")]
    NoSuchCopy,
    #[refusal(409, "Nenhum destino está configurado para as cópias.")]
    NoTarget,
    #[refusal(409, "O site não está em quarentena.")]
    NotInQuarantine,
    #[refusal(409, "O site foi restaurado e está em quarentena. Retome-o antes de fazer cópias.")]
    Quarantined,
    #[refusal(403, "Confirme que é você com o código enviado por e-mail.")]
    ReauthenticationNeeded,
    #[refusal(400, "Código inválido ou expirado.")]
    ReauthenticationNotValid,
    #[refusal(403, code = "session_not_found", "Sessão expirada. Faça login novamente.")]
    SessionExpired,
    #[refusal(502, "O destino das cópias não respondeu ou recusou o pedido.")]
    TargetFailed,
    #[refusal(429, code = "over_request_rate_limit", "Foram muitas tentativas. Tente novamente mais tarde.")]
    TooManyAttempts,
}
