//! Publishing: articles, videos, podcasts, documents, links and letters, their categories, and the reading progress of members.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `content_type`: types of contents
//! - `markup`: texts of drafts, possibly in Markdown
//! - `read_time`: reading time of texts
//! - `derived`: columns computed from the rest of a content
//! - `tables`: the declared tables
//! - `bucket`: the bucket of files, each as open as its contents
//! - `demo`: the contents of the demo
//! - `addresses`: readable addresses, and redirects from former ones
//! - `draft`: unsaved changes
//! - `categories`: categories: uniqueness, order by hand, removal while in use
//! - `entitlements`: entitlements of many contents
//! - `pictures`: copies of pictures from other sites
//! - `shared_files`: contents that may share a file
//! - `letters`: personal fields of letters
//! - `reviews`: rights to publish, requests for review, comments
//! - `revisions`: earlier texts: recording, retention, restoring
//! - `drafts`: `save_content_draft`
//! - `preview`: unpublished contents, for administrators and by a link
//! - `schedule`: scheduled publication and withdrawal
//! - `triggers`: consequences of writes, above all of contents
//! - `weekly`: the draft of the weekly letter
//! - `trash`: removal of old contents from the trash
//! - `search`: the search of the site over published contents
//! - `list`: the list of the panel: search, filters, order
//! - `waiting`: counts and names of contents, for the panel

mod addresses;
mod bucket;
mod categories;
mod content_type;
mod demo;
mod derived;
mod draft;
mod drafts;
mod entitlements;
mod letters;
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
mod weekly;

use anyhow::Result;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_outbound::Rules;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::rule::writer;
use futures::future::BoxFuture;

pub use addresses::make_again as make_addresses_again;
pub use content_type::{ContentType, entitlement_of_type};
pub use pictures::{ForeignPictures, functions};
pub use schedule::{SCHEDULE, Schedule};

pub use trash::job as trash_job;
pub use waiting::{NamedContent, content_names, drafts, titles, waiting_reviews};
pub use weekly::job as weekly_job;

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
    ("has_member_part", "com trecho para assinantes"),
    ("open_body", "texto aberto a todos"),
    ("preheader", "texto de pré-visualização"),
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
            // Presence of other editors of the content.
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
                .jobs([trash::job(&context.db, &context.clock), weekly::job(&context.db, &context.clock)])
                .worker(schedule)
                .demo(demo::fill))
        })
    }
}
