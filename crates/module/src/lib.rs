//! Parts that a subject hands to the server: one value names everything that the subject adds.

pub mod demo;

use ateneu_base::Clock;
use ateneu_data::{Procedure, Trigger};
use ateneu_db::{Db, Migration};
use ateneu_jobs::Job;
use ateneu_mail::RowEmails;
use ateneu_queue::Queue;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::{Bucket, Rule, Table};
use ateneu_storage::FileFact;
use axum::Router;

/// The parts of one subject. A part that the subject does not have stays empty.
#[derive(Default)]
pub struct Module {
    /// The subject.
    pub name: &'static str,
    /// Tables with their rules.
    pub tables: Vec<Table>,
    /// SQL that creates the tables, where it is not among the migrations of [`ateneu_schema`].
    pub migrations: Vec<Migration>,
    /// Buckets of files.
    pub buckets: Vec<Bucket>,
    /// Facts about files that the subject decides, also in buckets of other modules.
    pub file_facts: Vec<FileFact>,
    /// Procedures under `/rest/v1/rpc`.
    pub procedures: Vec<Procedure>,
    /// Triggers that run with the writes of the tables.
    pub triggers: Vec<Trigger>,
    /// The emails that follow from its rows.
    pub emails: Vec<RowEmails>,
    /// Queues of tasks.
    pub queues: Vec<Queue>,
    /// Scheduled jobs that need only the database and the time; a service adds its own.
    pub jobs: Vec<fn(&Db, &Clock) -> Vec<Job>>,
    /// Labels of the jobs and the kinds of tasks in the panel, in Portuguese: pairs of name and label.
    pub task_labels: Vec<(&'static str, &'static str)>,
    /// The stable codes of its refusals.
    pub error_codes: &'static [&'static str],
    /// Labels of the actions in the audit log, in Portuguese: pairs of action and label.
    pub audit_labels: &'static [(&'static str, &'static str)],
    /// Labels in the audit log of the columns that staff write, and of other values that actions record, in Portuguese:
    /// pairs of name and label. A name has the same label in every module.
    pub field_labels: &'static [(&'static str, &'static str)],
    /// Pairs of an action that is no write of a row, and the table of its subject; without one it is an account.
    pub audit_subjects: &'static [(&'static str, &'static str)],
    /// Private topics of `/realtime/v1`.
    pub private_topics: Vec<PrivateTopics>,
    /// Callers who may send on public topics, beside those whom other modules admit.
    pub public_topics: Option<Rule>,
    /// Routes at addresses of the subject's own, such as webhooks.
    pub router: Router,
    /// Fills its tables with demo data.
    pub demo: Option<demo::Fill>,
}

impl Module {
    /// An empty module.
    pub fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds tables.
    #[must_use]
    pub fn tables(mut self, tables: impl IntoIterator<Item = Table>) -> Self {
        self.tables.extend(tables);
        self
    }

    /// Adds migrations: a name, unique among all modules, and SQL that both databases read.
    #[must_use]
    pub fn migrations(mut self, migrations: impl IntoIterator<Item = Migration>) -> Self {
        self.migrations.extend(migrations);
        self
    }

    /// Adds buckets.
    #[must_use]
    pub fn buckets(mut self, buckets: impl IntoIterator<Item = Bucket>) -> Self {
        self.buckets.extend(buckets);
        self
    }

    /// Adds facts that rules of buckets read.
    #[must_use]
    pub fn file_facts(mut self, facts: impl IntoIterator<Item = FileFact>) -> Self {
        self.file_facts.extend(facts);
        self
    }

    /// Adds procedures.
    #[must_use]
    pub fn procedures(mut self, procedures: impl IntoIterator<Item = Procedure>) -> Self {
        self.procedures.extend(procedures);
        self
    }

    /// Adds triggers.
    #[must_use]
    pub fn triggers(mut self, triggers: impl IntoIterator<Item = Trigger>) -> Self {
        self.triggers.extend(triggers);
        self
    }

    /// Adds emails that follow from rows.
    #[must_use]
    pub fn emails(mut self, emails: impl IntoIterator<Item = RowEmails>) -> Self {
        self.emails.extend(emails);
        self
    }

    /// Adds queues of tasks.
    #[must_use]
    pub fn queues(mut self, queues: impl IntoIterator<Item = Queue>) -> Self {
        self.queues.extend(queues);
        self
    }

    /// Adds scheduled jobs over the database and the time.
    #[must_use]
    pub fn jobs(mut self, jobs: fn(&Db, &Clock) -> Vec<Job>) -> Self {
        self.jobs.push(jobs);
        self
    }

    /// Adds what the panel calls its jobs and the kinds of its tasks, in Portuguese.
    #[must_use]
    pub fn task_labels(mut self, labels: &[(&'static str, &'static str)]) -> Self {
        self.task_labels.extend_from_slice(labels);
        self
    }

    /// Names the stable codes of its refusals, which pages tell apart.
    #[must_use]
    pub fn error_codes(mut self, codes: &'static [&'static str]) -> Self {
        self.error_codes = codes;
        self
    }

    /// Says what the audit log calls its actions, in Portuguese.
    #[must_use]
    pub fn audit_labels(mut self, labels: &'static [(&'static str, &'static str)]) -> Self {
        self.audit_labels = labels;
        self
    }

    /// Says what the audit log calls columns and recorded values, in Portuguese.
    #[must_use]
    pub fn field_labels(mut self, labels: &'static [(&'static str, &'static str)]) -> Self {
        self.field_labels = labels;
        self
    }

    /// Says of which table the subjects of its actions are.
    #[must_use]
    pub fn audit_subjects(mut self, subjects: &'static [(&'static str, &'static str)]) -> Self {
        self.audit_subjects = subjects;
        self
    }

    /// Adds private topics.
    #[must_use]
    pub fn private_topics(mut self, topics: impl IntoIterator<Item = PrivateTopics>) -> Self {
        self.private_topics.extend(topics);
        self
    }

    /// Says who may send on public topics.
    #[must_use]
    pub fn public_topics(mut self, rule: Rule) -> Self {
        self.public_topics = Some(rule);
        self
    }

    /// Adds addresses.
    #[must_use]
    pub fn router(mut self, router: Router) -> Self {
        self.router = self.router.merge(router);
        self
    }

    /// Names the function that fills the tables with demo data.
    #[must_use]
    pub fn demo(mut self, fill: demo::Fill) -> Self {
        self.demo = Some(fill);
        self
    }
}
