//! Ends access to the external courses whose time is over, and asks the platform again for what it said long ago.

use ateneu_course_access::{Courses, Upkeep};

use crate::{Error, Job, Schedule};

pub(super) fn job(courses: &Courses) -> Job {
    let courses = courses.clone();
    Job::new("end_course_access", Schedule::hourly(10), move || end(courses.clone()))
}

async fn end(courses: Courses) -> Result<String, Error> {
    let Upkeep { ended, asked, unanswered, forgotten } = courses.upkeep().await?;
    Ok(match ended + asked + unanswered + forgotten {
        0 => "Nada a encerrar.".into(),
        _ => format!(
            "Acessos encerrados: {ended}. Conferidos na plataforma: {asked}. Sem resposta: {unanswered}. \
             Avisos antigos removidos: {forgotten}."
        ),
    })
}
