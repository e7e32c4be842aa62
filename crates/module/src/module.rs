//! The declarations of a subject. They need no running service, so the generated files read them too.

use ateneu_base::{Clock, Entitlement, Refusal, Timestamp, config::Section};
use ateneu_data::{Procedure, Trigger};
use ateneu_db::{Error, Migration, Tx};
use ateneu_functions::{Declaration, Function};
use ateneu_jobs::Retention;
use ateneu_queue::Queue;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::{Bucket, Rule, Table};
use ateneu_storage::FileFact;

use crate::{milestones::FollowMilestone, sections::ConfigSection};

/// The declarations of one subject. Parts that the subject does not have stay empty.
#[derive(Default)]
pub struct Module {
    /// Name of the subject.
    pub name: &'static str,
    /// Tables with their rules.
    pub tables: Vec<Table>,
    /// SQL that creates the tables, if it is not among the migrations of [`ateneu_schema`].
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
    pub audit_labels: Vec<(&'static str, &'static str)>,
    /// Labels in the audit log of the columns that staff write, and of other values that actions record, in Portuguese:
    /// pairs of name and label. A name has the same label in every module.
    pub field_labels: &'static [(&'static str, &'static str)],
    /// Pairs of an action that does not write a row, and the table of its subject. The default is an account.
    pub audit_subjects: &'static [(&'static str, &'static str)],
    /// Private topics of `/realtime/v1`.
    pub private_topics: Vec<PrivateTopics>,
    /// Callers that may send on public topics, beside those that other modules admit.
    pub public_topics: Option<Rule>,
    /// Server functions.
    pub functions: Vec<Declaration>,
    /// Sections of the configuration.
    pub config: Vec<ConfigSection>,
    /// Function that names and counts the origins of visits.
    pub visit_origins: Option<VisitOrigins>,
    /// Function that follows milestones of people.
    pub milestones: Option<FollowMilestone>,
    /// Work that recomputes stored forms: pairs of the task's name and the function.
    pub repairs: Vec<(&'static str, Repair)>,
    /// Function that stores deliveries of recurring benefits.
    pub deliveries: Option<RecordDelivery>,
    /// Periods for which data is kept.
    pub retentions: Vec<Retention>,
}

impl Module {
    /// Creates an empty module.
    pub fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds tables.
    #[must_use]
    pub fn tables(mut self, tables: impl IntoIterator<Item = Table>) -> Self {
        self.tables.extend(tables);
        self
    }

    /// Adds migrations: a name, unique among all modules, and SQL for both databases.
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

    /// Adds labels of its jobs and kinds of tasks, in Portuguese.
    #[must_use]
    pub fn task_labels(mut self, labels: &[(&'static str, &'static str)]) -> Self {
        self.task_labels.extend_from_slice(labels);
        self
    }

    /// Adds its refusals, which pages distinguish by their codes.
    #[must_use]
    pub fn refusals(mut self, refusals: &'static [Refusal]) -> Self {
        self.refusals = refusals;
        self
    }

    /// Adds labels of its actions in the audit log, in Portuguese.
    #[must_use]
    pub fn audit_labels(mut self, labels: &'static [(&'static str, &'static str)]) -> Self {
        self.audit_labels.extend_from_slice(labels);
        self
    }

    /// Adds labels of columns and recorded values in the audit log, in Portuguese.
    #[must_use]
    pub fn field_labels(mut self, labels: &'static [(&'static str, &'static str)]) -> Self {
        self.field_labels = labels;
        self
    }

    /// Sets the tables of the subjects of its actions.
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

    /// Sets the rule for sending on public topics.
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

    /// Sets the functions that name and count the origins of visits.
    #[must_use]
    pub fn visit_origins(mut self, origins: VisitOrigins) -> Self {
        self.visit_origins = Some(origins);
        self
    }

    /// Sets the function that follows milestones of people.
    #[must_use]
    pub fn milestones(mut self, follow: FollowMilestone) -> Self {
        self.milestones = Some(follow);
        self
    }

    /// Sets the function that stores deliveries of recurring benefits.
    #[must_use]
    pub fn deliveries(mut self, record: RecordDelivery) -> Self {
        self.deliveries = Some(record);
        self
    }

    /// Adds periods for which data is kept. The jobs that remove declared rows run by themselves.
    #[must_use]
    pub fn retentions(mut self, retentions: &[Retention]) -> Self {
        self.retentions.extend_from_slice(retentions);
        self.task_labels
            .extend(retentions.iter().filter_map(|retention| Some((retention.job, retention.rows?.label))));
        self
    }

    /// Adds work that recomputes stored forms, under the name of its task.
    #[must_use]
    pub fn repair(mut self, task: &'static str, repair: Repair) -> Self {
        self.repairs.push((task, repair));
        self
    }
}

/// Recomputes stored forms of a subject.
pub type Repair = fn(&mut Tx<'_>, &Clock) -> Result<(), Error>;

/// Delivery of a recurring benefit of the plans, such as a letter, a live session or an hour.
#[derive(Clone, Copy, Debug)]
pub struct Delivery<'a> {
    /// The benefit.
    pub entitlement: Entitlement,
    /// Id of what was delivered. It counts once.
    pub subject: &'a str,
    /// The person who got it. `None` if everybody with the entitlement did.
    pub user_id: Option<&'a str>,
    /// Time of the delivery.
    pub at: Timestamp,
    /// Evidence of the delivery, in Portuguese.
    pub proof: &'a str,
}

/// Stores a delivery in the transaction that makes it. Returns `false` if it is stored already.
pub type RecordDelivery = fn(&mut Tx<'_>, &Delivery<'_>, Timestamp) -> Result<bool, Error>;

/// Origin of a visit, as the page reports it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrival<'a> {
    /// URL of the page with the link.
    pub referrer: &'a str,
    /// Source that the link states.
    pub source: &'a str,
    /// Medium that the link states.
    pub medium: &'a str,
    /// Host of this site.
    pub own_host: &'a str,
}

/// Names the origins of visits, and counts the plans paid after them.
#[derive(Clone, Copy)]
pub struct VisitOrigins {
    /// Returns a short name that is kept until the payment and identifies no visitor. Returns `None` if the visit began
    /// on this site.
    pub name: fn(&Arrival<'_>) -> Option<String>,
    /// Counts one plan, in the transaction that stores its payment.
    pub count: fn(&mut Tx<'_>, &str, Timestamp) -> Result<(), Error>,
}
