//! The community: channels, posts, comments, likes and views.

mod comment_emails;
mod demo;
mod notices;
mod procedures;
mod tables;
mod text;
mod triggers;

use ateneu_module::Module;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::rule::{in_open_channel, member, staff};

/// Everything of the community.
pub fn module() -> Module {
    Module::new("community")
        .demo(|demo| Box::pin(demo::fill(demo)))
        .tables(tables::tables())
        .triggers(triggers::triggers())
        .procedures(procedures::procedures())
        .emails([comment_emails::emails()])
        .public_topics(member())
        .private_topics([PrivateTopics::open_to("channel:", member().and(in_open_channel("id")).or(staff()))])
}
