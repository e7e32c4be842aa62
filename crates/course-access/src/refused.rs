//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(crate::Error, ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(500, "O endereço da plataforma de cursos não pode ser usado.")]
    CoursePlatformAddress,
    #[refusal(409, "Esta instalação não está ligada à plataforma de cursos.")]
    CoursePlatformNotConnected,
    #[refusal(
        502,
        code = "course_platform_refused",
        "A plataforma de cursos recusou a consulta. Nada mudou."
    )]
    PlatformSaysNo,
    #[refusal(503, "A plataforma de cursos não respondeu. Nada mudou; tente novamente em alguns instantes.")]
    CoursePlatformUnavailable,
    #[refusal(403, "Confirme o e-mail da sua conta primeiro.")]
    EmailNotConfirmed,
    #[refusal(400, "Informe um e-mail válido.")]
    InvalidEmail,
    #[refusal(403, "Você só pode consultar o e-mail da sua própria conta.")]
    NotYourEmail,
    #[refusal(429, "Muitas consultas seguidas. Tente novamente em um minuto.")]
    TooManyAttempts,
}
