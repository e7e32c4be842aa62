//! Publishing: articles, videos, podcasts, documents and links, their categories and what members have read.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `markup`: texts of drafts, which may still be Markdown
//! - `read_time`: the time that a text takes to read
//! - `tables`: the declared tables
//! - `bucket`: the bucket of files, each as open as what uses it
//! - `demo`: the contents of the demo
//! - `addresses`: readable addresses, and where former ones lead
//! - `draft`: changes that are not saved yet
//! - `categories`: categories: no twins, an order by hand, removal of those in use
//! - `entitlements`: what opens many contents, changed at once
//! - `pictures`: pictures of other sites become those of this one
//! - `shared_files`: which contents may use the same file
//! - `reviews`: who may publish, requests for review, comments
//! - `revisions`: earlier texts: when one is recorded, which are kept, how one returns
//! - `drafts`: `save_content_draft`
//! - `preview`: a content before it is published, for administrators and by a link
//! - `schedule`: publishes and withdraws at a time
//! - `triggers`: what follows from writes, above all of contents
//! - `trash`: removes what has been in the trash for long
//! - `search`: the search of the site over published contents
//! - `list`: the list of the panel: search, filters, order
//! - `waiting`: counts and names of contents, for the panel

mod addresses;
mod bucket;
mod categories;
mod demo;
mod draft;
mod drafts;
mod entitlements;
mod list;
mod markup;
mod pictures;
mod preview;
mod read_time;
mod refused;
mod reviews;
mod revisions;
mod schedule;
mod search;
mod shared_files;
mod tables;
mod trash;
mod triggers;
mod waiting;

use anyhow::Result;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_outbound::Rules;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::rule::writer;
use futures::future::BoxFuture;

pub use addresses::make_again as make_addresses_again;
pub use pictures::{ForeignPictures, functions};
pub use schedule::{SCHEDULE, Schedule};
pub use tables::{ContentType, entitlement_of_type};
pub use trash::job as trash_job;
pub use waiting::{NamedContent, content_names, drafts, titles, waiting_reviews};

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("body", "texto"),
    ("content_type", "tipo"),
    ("category_id", "categoria"),
    ("is_published", "publicado"),
    ("is_featured", "em destaque"),
    ("is_member_only", "só para membros"),
    ("published_at", "publicado em"),
    ("publish_at", "publica em"),
    ("unpublish_at", "sai do ar em"),
    ("entitlement", "benefício que abre"),
    ("visible_from", "aberto a todos em"),
    ("trashed_at", "na lixeira desde"),
    ("read_time", "tempo de leitura"),
    ("counted_read_time", "tempo de leitura contado"),
    ("thumbnail_url", "capa"),
    ("external_link", "link externo"),
    ("file_url", "arquivo"),
    ("tags", "etiquetas"),
    ("slug", "endereço"),
    ("seo_title", "título para buscadores"),
    ("seo_description", "descrição para buscadores"),
    ("changed_by", "alterado por"),
    ("color", "cor"),
    ("content_id", "conteúdo"),
    ("content_version", "versão do conteúdo"),
    ("fields", "campos"),
    ("saved_at", "salvo em"),
    ("requested_at", "pedido em"),
    ("resolved_at", "resolvido em"),
    ("resolved_by", "resolvido por"),
    ("progress", "progresso"),
];

/// The subject.
pub struct Publishing;

impl Subject for Publishing {
    fn declare(&self) -> Module {
        Module::new("publishing")
            .refusals(refused::Refused::ALL)
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .buckets([bucket::bucket()])
            .file_facts(bucket::FACTS)
            .triggers(triggers::triggers())
            .procedures([drafts::procedure(), revisions::procedure(), list::procedure(), search::procedure()])
            .procedures([
                preview::preview(),
                preview::reviewed(),
                preview::create_link(),
                addresses::procedure(),
            ])
            .procedures([categories::order(), categories::merge_procedure(), entitlements::procedure()])
            .procedures([reviews::request(), reviews::send_back(), reviews::names()])
            .functions(&functions())
            .queues([SCHEDULE])
            .task_labels(trash::LABELS)
            .repair("content_slugs", make_addresses_again)
            // Who else writes the same content.
            .private_topics([PrivateTopics::open_to("content:", writer())])
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let pictures = ForeignPictures {
                storage: context.storage.clone(),
                outbound: context.outbound(Rules::public())?,
            };
            let schedule = Schedule {
                db: context.db.clone(),
                clock: context.clock.clone(),
                triggers: context.declared.triggers_of("contents").collect(),
            };
            Ok(Running::default()
                .functions(functions(), &pictures)
                .jobs([trash::job(&context.db, &context.clock)])
                .worker(schedule)
                .demo(demo::fill))
        })
    }
}
