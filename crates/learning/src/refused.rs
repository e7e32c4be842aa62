//! The refusals of this crate. Those of procedures and triggers have status 400.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_data::Error, ateneu_functions::Refusal)]
pub(crate) enum Refused {
    #[refusal(409, "Abra o questionário de novo e responda outra vez.")]
    AttemptTaken,
    #[refusal(404, "Este certificado não existe.")]
    CertificateNotFound,
    #[refusal(409, "Este certificado foi revogado.")]
    CertificateRevoked,
    #[refusal(400, "Comece o curso antes de avaliá-lo.")]
    CourseNotBegun,
    #[refusal(400, "Este curso não existe mais.")]
    CourseNotFound,
    #[refusal(400, "Outra pessoa mudou a ordem deste curso. Recarregue a página e tente de novo.")]
    CourseOrderChanged,
    #[refusal(400, "Informe um número de dias válido.")]
    InvalidDays,
    #[refusal(400, "A ordem não inclui cada item uma única vez. Recarregue a página e tente de novo.")]
    InvalidOrder,
    #[refusal(400, "Escolha a semana, o mês ou todo o período.")]
    InvalidPeriod,
    #[refusal(403, "Esta aula não está aberta para você.")]
    LessonClosed,
    #[refusal(404, "Esta aula não existe mais.")]
    LessonNotFound,
    #[refusal(409, "Abra a aula antes de continuar.")]
    LessonNotOpened,
    #[refusal(400, "A aula exigida precisa ser outra aula do mesmo curso.")]
    LessonOfAnotherCourse,
    #[refusal(409, "Esta aula ainda não tem arquivo. Envie um primeiro.")]
    LessonWithoutFile,
    #[refusal(404, "Esta lista não existe.")]
    ListNotFound,
    #[refusal(400, "O módulo da aula precisa ser do mesmo curso.")]
    ModuleOfAnotherCourse,
    #[refusal(400, "O certificado só imprime o alfabeto latino. Escreva o nome com essas letras.")]
    NameNotPrintable,
    #[refusal(400, "Escreva o nome como deve aparecer no certificado, com 2 a 120 letras.")]
    NameNotUsable,
    #[refusal(403, "Você precisa de uma assinatura ativa para estudar.")]
    NoAccess,
    #[refusal(409, "Você já usou todas as tentativas deste questionário.")]
    NoAttemptsLeft,
    #[refusal(404, "Este curso não dá certificado, ou você ainda não o começou.")]
    NoCertificate,
    #[refusal(409, "Conclua todas as aulas para emitir o certificado.")]
    NotFinished,
    #[refusal(
        403,
        "O seu plano não inclui certificados. O seu progresso está guardado: mude de plano e emita quando quiser."
    )]
    PlanRequired,
    #[refusal(400, "Um questionário não pode ser a aula de amostra.")]
    QuizAsSample,
    #[refusal(
        409,
        "O curso deste certificado não existe mais, e com ele o prazo de validade. Reemita sem renovar."
    )]
    SubjectRemoved,
    #[refusal(429, "Muitos códigos errados vieram da sua rede. Tente de novo em uma hora.")]
    TooManyCodes,
    #[refusal(409, "O nome deste certificado já mudou muitas vezes. Fale com a administração.")]
    TooManyNames,
    #[refusal(400, "Envie menos aulas de cada vez.")]
    TooManyReports,
}
