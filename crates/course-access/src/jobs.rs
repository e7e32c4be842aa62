//! The scheduled job: ends expired access to the external courses, and repeats old queries of the platform.

use ateneu_jobs::{Error, Job, Schedule};

use crate::{Courses, ExpiryReport};

/// Labels of the scheduled job and of the platform's known events in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[
    ("end_course_access", "Encerrar acessos vencidos aos cursos"),
    ("CLUB_FIRST_ACCESS", "Primeiro acesso ao curso (Hotmart)"),
    ("CLUB_MODULE_COMPLETED", "Módulo concluído (Hotmart)"),
    ("PURCHASE_APPROVED", "Compra aprovada (Hotmart)"),
    ("PURCHASE_BILLET_PRINTED", "Boleto emitido (Hotmart)"),
    ("PURCHASE_CANCELED", "Compra cancelada (Hotmart)"),
    ("PURCHASE_CHARGEBACK", "Compra contestada (Hotmart)"),
    ("PURCHASE_COMPLETE", "Compra concluída (Hotmart)"),
    ("PURCHASE_DELAYED", "Pagamento atrasado (Hotmart)"),
    ("PURCHASE_EXPIRED", "Compra vencida (Hotmart)"),
    ("PURCHASE_OUT_OF_SHOPPING_CART", "Carrinho abandonado (Hotmart)"),
    ("PURCHASE_PROTEST", "Reembolso pedido (Hotmart)"),
    ("PURCHASE_REFUNDED", "Compra reembolsada (Hotmart)"),
    ("SUBSCRIPTION_CANCELLATION", "Assinatura cancelada (Hotmart)"),
    ("SWITCH_PLAN", "Troca de plano (Hotmart)"),
    ("UPDATE_SUBSCRIPTION_CHARGE_DATE", "Dia de cobrança alterado (Hotmart)"),
];

impl Courses {
    /// Returns the scheduled jobs.
    pub fn jobs(&self) -> Vec<Job> {
        let courses = self.clone();
        vec![Job::new("end_course_access", Schedule::hourly(10), move || end(courses.clone()))]
    }
}

async fn end(courses: Courses) -> Result<String, Error> {
    let ExpiryReport { ended, asked, unanswered, forgotten } =
        courses.end_expired().await.map_err(Error::of("Os acessos aos cursos não puderam ser conferidos"))?;
    Ok(match ended + asked + unanswered + forgotten {
        0 => "Nada a encerrar.".into(),
        _ => format!(
            "Acessos encerrados: {ended}. Conferidos na plataforma: {asked}. Sem resposta: {unanswered}. \
             Avisos antigos removidos: {forgotten}."
        ),
    })
}
