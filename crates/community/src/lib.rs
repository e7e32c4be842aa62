//! The community: channels, posts, comments, likes and views, notices, moderation.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `call`: arguments and callers of procedures
//! - `addresses`: bare web addresses in texts
//! - `lone_links`: addresses on a line of their own
//! - `text`: texts of members: Markdown as HTML, and their mentions
//! - `leaving`: mentions of former members
//! - `protocol`: the protocol numbers of reports
//! - `tables`: the declared tables
//! - `rows`: posts and comments as rows
//! - `demo`: the channels, posts and reports of the demo
//! - `activity`: time of the last activity under a post
//! - `blocks`: blocks between members
//! - `sanctions`: refusals of people who are banned or silenced
//! - `rights`: check of the tables' read rules
//! - `lesson_topics`: posts about lessons, as open as their course
//! - `mentions`: accounts that a text may mention
//! - `links`: cards of links
//! - `pictures`: pictures of posts and comments
//! - `push`: notices on devices
//! - `notices`: notices of events
//! - `notice_emails`: emails of notices
//! - `moderation`: reports, cases, decisions and appeals
//! - `channels`: creation of channels, and decisions about requested ones
//! - `procedures`: procedures that restore deletions and mark as read
//! - `reading`: reading state of a member
//! - `search`: the search
//! - `triggers`: consequences of a write

mod activity;
mod addresses;
mod blocks;
mod call;
mod channels;
mod demo;
mod leaving;
mod lesson_topics;
mod links;
mod lone_links;
mod mentions;
mod moderation;
mod notice_emails;
mod notices;
mod pictures;
mod procedures;
mod protocol;
mod push;
mod reading;
mod refused;
mod rights;
mod rows;
mod sanctions;
mod search;
mod tables;
mod text;
mod triggers;

use anyhow::{Context as _, Result};
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_outbound::Rules;
use ateneu_queue::Workers;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::rule::{in_open_channel, member, staff};
use futures::future::BoxFuture;

use crate::{moderation::OutsideAnswers, notices::Followers};

pub use links::LinkCards;
pub use moderation::open_cases;
pub use notice_emails::NoticeEmails;
pub use push::{PushKey, PushSender};

/// Labels of the recurring tasks in the panel, in Portuguese.
const TASK_LABELS: &[(&str, &str)] = &[
    (links::CLEAN, "Remover cartões de links antigos"),
    (notice_emails::TASK, "Enviar os e-mails de avisos"),
    ("notice", "Mostrar um aviso nos aparelhos"),
    ("link", "Buscar o cartão de um link"),
    ("content", "Avisar de um conteúdo novo"),
    ("post", "Avisar de uma publicação"),
    ("comment", "Avisar de um comentário"),
    ("decision", "Responder com a decisão"),
    ("appeal", "Responder com o resultado do recurso"),
];

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("content", "texto"),
    ("content_html", "texto formatado"),
    ("excerpt", "começo do texto"),
    ("is_pinned", "fixado"),
    ("is_hidden", "oculto"),
    ("is_locked", "fechado a respostas"),
    ("is_private", "privado"),
    ("is_accepted", "resposta aceita"),
    ("is_deleted", "removido"),
    ("is_waiting", "à espera de aprovação"),
    ("hidden_because", "oculto por"),
    ("last_activity_at", "última atividade em"),
    ("channel_id", "canal"),
    ("post_id", "publicação"),
    ("comment_id", "resposta"),
    ("parent_id", "em resposta a"),
    ("word", "palavra"),
];

/// The subject.
pub struct Community;

impl Subject for Community {
    fn declare(&self) -> Module {
        Module::new("community")
            .refusals(refused::Refused::ALL)
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .buckets([pictures::bucket(), links::bucket()])
            .file_facts(pictures::FACTS)
            .triggers(triggers::triggers())
            .triggers(channels::triggers())
            .triggers(moderation::triggers())
            .procedures(procedures::procedures())
            .procedures(channels::procedures())
            .procedures(mentions::procedures())
            .procedures(reading::procedures())
            .procedures(search::procedures())
            .procedures(push::procedures())
            .procedures(moderation::procedures())
            .procedures(notice_emails::procedures())
            .task_labels(TASK_LABELS)
            .audit_labels(moderation::AUDIT_LABELS)
            .audit_subjects(moderation::AUDIT_SUBJECTS)
            .queues([
                notices::FOLLOWERS,
                notice_emails::NOTICE_EMAILS,
                moderation::OUTSIDE_ANSWERS,
                links::LINKS,
                push::PUSH,
            ])
            .public_topics(member())
            .private_topics([PrivateTopics::open_to(
                "channel:",
                member().and(in_open_channel("id")).or(staff()),
            )
            .of_people()])
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let (db, clock) = (&context.db, &context.clock);
            let (mail, schema) = (&context.mail, &context.schema);
            let secret = context.secrets.text("web push");
            let key = PushKey::derived(&secret, &context.site.public_url)
                .context("messages to devices cannot be signed")?;
            let public_key = key.public().to_owned();
            let push = PushSender {
                db: db.clone(),
                clock: clock.clone(),
                schema: schema.clone(),
                outbound: context.outbound(Rules::public().encrypted())?,
                key,
            };
            let links = LinkCards {
                db: db.clone(),
                clock: clock.clone(),
                storage: context.storage.clone(),
                outbound: context.outbound(Rules::public())?,
            };
            Ok(Running::default()
                .workers(notices(db, clock, mail))
                .worker(NoticeEmails {
                    db: db.clone(),
                    clock: clock.clone(),
                    mail: mail.clone(),
                    schema: schema.clone(),
                })
                .worker(links)
                .worker(push)
                .router(push::router())
                .client_config("pushKey", public_key)
                .demo(demo::fill))
        })
    }
}

/// Returns the handlers that write notices and the emails to people outside.
pub fn notices(db: &Db, clock: &Clock, mail: &Mail) -> Workers {
    Workers::default().with(Followers { db: db.clone(), clock: clock.clone() }).with(OutsideAnswers {
        db: db.clone(),
        clock: clock.clone(),
        mail: mail.clone(),
    })
}
