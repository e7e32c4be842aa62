//! The learning environment: courses, lessons, the members' progress, quizzes, points.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `words`: words of columns
//! - `demo`: the courses of the demo
//! - `names`: names of courses, for other subjects
//! - `invites`: personal links, and their guests
//! - `played`: played parts of a recording
//! - `points`: points, each given once
//! - `ranking`: members by their points
//! - `plan`: study plans and their calendar
//! - `reminders`: emails on the days of the plan
//! - `rights`: locks of lessons
//! - `files`: the bucket of recordings and documents
//! - `captions`: transcripts of recordings
//! - `search`: lessons by their words
//! - `tables`: the declared tables
//! - `triggers`: the rating of a course, the points of an accepted answer
//! - `open`: the content of an open lesson
//! - `progress`: progress of members, limited by the clock
//! - `quiz`: grading of quizzes
//! - `media`: inspection of a lesson's file
//! - `certificates`: certificates of courses and programmes
//! - `procedures`: procedures for members
//! - `editor`: administrators' tools for whole courses

mod captions;
mod certificates;
mod demo;
mod editor;
mod files;
mod invites;
mod media;
mod names;
mod open;
mod plan;
mod played;
mod points;
mod procedures;
mod progress;
mod quiz;
mod ranking;
mod refused;
mod reminders;
mod rights;
mod search;
mod tables;
mod triggers;
mod words;

use anyhow::{Context as _, Result};
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_functions::Function;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_storage::Storage;
use futures::future::BoxFuture;

pub use files::BUCKET as FILES;
pub use names::{NamedCourse, NamedLesson, course_names, lesson_names};
use reminders::reminder_job;
pub use reminders::{emails as reminder_emails, remind};

pub use certificates::{
    Certificates, CertificatesError, Deps as CertificatesDeps, functions as certificate_functions,
    rotate_credential_key,
};

/// State of the functions about lessons. Clones share it.
#[derive(Clone)]
pub struct Lessons {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Files of lessons.
    pub storage: Storage,
}

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("joined_at", "participa desde"),
    ("completed_at", "concluído em"),
    ("requirements", "o que é preciso"),
    ("instructor", "instrutor"),
    ("duration", "duração"),
    ("thumbnail", "capa"),
    ("categories", "categorias"),
    ("level", "nível"),
    ("entitlement", "benefício que abre"),
    ("visible_from", "aberto a todos em"),
    ("is_programme_only", "só em programas"),
    ("has_certificate", "dá certificado"),
    ("needs_quizzes", "exige os questionários"),
    ("certificate_months", "validade do certificado, em meses"),
    ("is_ordered", "em ordem"),
    ("course_id", "curso"),
    ("programme_id", "programa"),
    ("module_id", "módulo"),
    ("lesson_id", "aula"),
    ("summary", "resumo"),
    ("media", "mídia"),
    ("captions", "legendas"),
    ("duration_seconds", "duração, em segundos"),
    ("revision", "revisão"),
    ("is_sample", "amostra"),
    ("opens_at", "abre em"),
    ("opens_after_days", "abre depois de dias"),
    ("requires_lesson_id", "depende da aula"),
    ("pass_mark", "nota para passar"),
    ("max_attempts", "tentativas"),
    ("is_shuffled", "embaralhado"),
    ("prompt", "pergunta"),
    ("options", "opções"),
    ("answers", "respostas certas"),
    ("explanation", "explicação"),
    ("rating", "nota"),
];

/// The subject.
pub struct Learning;

impl Subject for Learning {
    fn declare(&self) -> Module {
        Module::new("learning")
            .refusals(refused::Refused::ALL)
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .audit_labels(certificates::AUDIT_LABELS)
            .buckets([files::bucket()])
            .file_facts(files::FACTS)
            .triggers(triggers::triggers())
            .procedures(procedures::procedures())
            .procedures(invites::procedures())
            .procedures([reminders::stop()])
            .task_labels(reminders::LABELS)
            .procedures(editor::procedures())
            .functions(&functions())
            .functions(&certificate_functions())
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let (db, clock) = (&context.db, &context.clock);
            let lessons = Lessons { db: db.clone(), clock: clock.clone(), storage: context.storage.clone() };
            let certificates = Certificates::open(CertificatesDeps {
                db: db.clone(),
                clock: clock.clone(),
                content: context.content.clone(),
                public_url: context.site.public_url.clone(),
                at_rest: context.secrets.at_rest.clone(),
            });
            let certificates = certificates.await.context("cannot open the certificates")?;
            let facts_sql = context.schema.facts_sql().unwrap_or_default().into();
            let (page, identify) = (certificates.clone(), context.identify.clone());
            Ok(Running::default()
                .functions(functions(), &lessons)
                .functions(certificate_functions(), &certificates)
                .jobs([reminder_job(db, clock, facts_sql)])
                .emails([reminders::emails()])
                .router(certificates.router())
                .around_pages(move |pages| pages.clone().merge(identify(page.page(pages))))
                .demo(demo::fill))
        })
    }
}

/// Returns the server functions of this module.
pub fn functions() -> Vec<Function<Lessons>> {
    const PURPOSE: &str = "estudar";
    const EDITING: &str = "editar cursos";
    vec![
        Function::new("save-lesson-progress", PURPOSE, progress::save),
        Function::new("answer-quiz", PURPOSE, quiz::answer),
        Function::download("study-calendar", PURPOSE, plan::calendar),
        Function::new("describe-lesson-file", EDITING, media::describe),
    ]
}
