//! The scheduled job: ends access to the external courses whose time is over, and asks the platform again for what it said long ago.

use ateneu_jobs::{Error, Job, Schedule};

use crate::{Courses, Upkeep};

/// What the panel calls the scheduled job, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[("end_course_access", "Encerrar acessos vencidos aos cursos")];

/// Every job of this module.
pub(crate) fn jobs(courses: &Courses) -> Vec<Job> {
    let courses = courses.clone();
    vec![Job::new("end_course_access", Schedule::hourly(10), move || end(courses.clone()))]
}

async fn end(courses: Courses) -> Result<String, Error> {
    let Upkeep { ended, asked, unanswered, forgotten } =
        courses.upkeep().await.map_err(Error::of("Os acessos aos cursos não puderam ser conferidos"))?;
    Ok(match ended + asked + unanswered + forgotten {
        0 => "Nada a encerrar.".into(),
        _ => format!(
            "Acessos encerrados: {ended}. Conferidos na plataforma: {asked}. Sem resposta: {unanswered}. \
             Avisos antigos removidos: {forgotten}."
        ),
    })
}
