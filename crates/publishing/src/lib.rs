//! Publishing: articles, videos, podcasts, documents and links, their categories and what members have read.
//!
//! | file | knows |
//! | --- | --- |
//! | `addresses` | readable addresses, and where former ones lead |
//! | `categories` | no twins, an order by hand, removal of those in use |
//! | `drafts` | what is being written and not saved yet |
//! | `entitlements` | what opens many contents, changed at once |
//! | `revisions` | earlier texts: when one is recorded, which are kept |
//! | `reviews` | who may publish, requests for review, comments |
//! | `schedule` | publishes and withdraws at a time |
//! | `shared_files` | which contents may use the same file |
//! | `search` | the search of the site over published contents |
//! | `list` | the list of the panel: search, filters, order |
//! | `pictures` | pictures of other sites become those of this one |
//! | `preview` | a content before it is published, for administrators and by a link |
//! | `read_time` | how long a text takes to read |
//! | `trash` | removes what has been in the trash for long |
//! | `triggers` | what follows from a saved content |
//! | `waiting` | the drafts, and names by id |

mod addresses;
mod bucket;
mod categories;
mod demo;
mod drafts;
mod entitlements;
mod error_code;
mod list;
mod pictures;
mod preview;
mod read_time;
mod reviews;
mod revisions;
mod schedule;
mod search;
mod shared_files;
mod tables;
mod trash;
mod triggers;
mod waiting;

use ateneu_module::Module;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::rule::writer;
use strum::VariantNames;

pub use addresses::make_again as make_addresses_again;
pub use pictures::{Publishing, functions};
pub use schedule::{SCHEDULE, Schedule};
pub use tables::{CONTENT_TYPES, entitlement_of_type};
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

/// Everything of publishing.
pub fn module() -> Module {
    Module::new("publishing")
        .error_codes(error_code::ErrorCode::VARIANTS)
        .demo(|demo| Box::pin(demo::fill(demo)))
        .tables(tables::tables())
        .field_labels(FIELD_LABELS)
        .buckets([bucket::bucket()])
        .file_facts(bucket::FACTS)
        .triggers([triggers::contents(), categories::trigger(), reviews::of_drafts(), reviews::comments()])
        .procedures([drafts::procedure(), revisions::procedure(), list::procedure(), search::procedure()])
        .procedures([preview::preview(), preview::reviewed(), preview::create_link(), addresses::procedure()])
        .procedures([categories::order(), categories::merge_procedure(), entitlements::procedure()])
        .procedures([reviews::request(), reviews::send_back(), reviews::names()])
        .queues([SCHEDULE])
        .jobs(|db, clock| vec![trash::job(db, clock)])
        .task_labels(trash::LABELS)
        // Who else writes the same content.
        .private_topics([PrivateTopics::open_to("content:", writer())])
}
