//! The declarations that a subject hands to the server: they need nothing that runs, so the generated files read them too.

use ateneu_base::{Clock, Refusal, Timestamp, config::Section};
use ateneu_data::{Procedure, Trigger};
use ateneu_db::{Error, Migration, Tx};
use ateneu_functions::{Declaration, Function};
use ateneu_queue::Queue;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::{Bucket, Rule, Table};
use ateneu_storage::FileFact;

use crate::sections::ConfigSection;

/// The declarations of one subject. A part that the subject does not have stays empty.
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
    /// Queues of tasks.
    pub queues: Vec<Queue>,
    /// Labels of the jobs and the kinds of tasks in the panel, in Portuguese: pairs of name and label.
    pub task_labels: Vec<(&'static str, &'static str)>,
    /// Refusals.
    pub refusals: &'static [Refusal],
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
    /// Server functions.
    pub functions: Vec<Declaration>,
    /// Sections of the configuration.
    pub config: Vec<ConfigSection>,
    /// Names and counts the origins of visits.
    pub visit_origins: Option<VisitOrigins>,
    /// Computes stored forms again: pairs of the name of a task and the work.
    pub repairs: Vec<(&'static str, Repair)>,
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

    /// Adds queues of tasks.
    #[must_use]
    pub fn queues(mut self, queues: impl IntoIterator<Item = Queue>) -> Self {
        self.queues.extend(queues);
        self
    }

    /// Adds what the panel calls its jobs and the kinds of its tasks, in Portuguese.
    #[must_use]
    pub fn task_labels(mut self, labels: &[(&'static str, &'static str)]) -> Self {
        self.task_labels.extend_from_slice(labels);
        self
    }

    /// Names its refusals, which pages tell apart by their codes.
    #[must_use]
    pub fn refusals(mut self, refusals: &'static [Refusal]) -> Self {
        self.refusals = refusals;
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

    /// Adds server functions.
    #[must_use]
    pub fn functions<S: Send + 'static>(mut self, functions: &[Function<S>]) -> Self {
        self.functions.extend(functions.iter().map(Function::declaration));
        self
    }

    /// Adds a section of the configuration.
    #[must_use]
    pub fn config<C: Section>(mut self) -> Self {
        self.config.push(ConfigSection::of::<C>());
        self
    }

    /// Says how the origins of visits are named and counted.
    #[must_use]
    pub fn visit_origins(mut self, origins: VisitOrigins) -> Self {
        self.visit_origins = Some(origins);
        self
    }

    /// Adds work that computes stored forms again, under the name of its task.
    #[must_use]
    pub fn repair(mut self, task: &'static str, repair: Repair) -> Self {
        self.repairs.push((task, repair));
        self
    }
}

/// Computes stored forms of a subject again.
pub type Repair = fn(&mut Tx<'_>, &Clock) -> Result<(), Error>;

/// Origin of a visit, as the page knows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrival<'a> {
    /// The address of the page with the link.
    pub referrer: &'a str,
    /// Source that the link states.
    pub source: &'a str,
    /// Medium that the link states.
    pub medium: &'a str,
    /// Host of this site.
    pub own_host: &'a str,
}

/// Names and counts paid plans by where their visits came from.
#[derive(Clone, Copy)]
pub struct VisitOrigins {
    /// Returns the few words that are kept until the payment: nothing of the visitor. Returns `None` if the visit began
    /// here.
    pub name: fn(&Arrival<'_>) -> Option<String>,
    /// Counts one plan, in the transaction that stores its payment.
    pub count: fn(&mut Tx<'_>, &str, Timestamp) -> Result<(), Error>,
}
