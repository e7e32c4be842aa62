//! The declarations of every module, each kind in one list.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ateneu_data::{Procedure, Trigger};
use ateneu_db::Migration;
use ateneu_functions::Declaration;
use ateneu_jobs::Retention;
use ateneu_queue::Queue;
use ateneu_realtime::{PrivateTopics, Topics};
use ateneu_schema::{Bucket, Rule, Schema};
use ateneu_storage::FileFact;

use crate::{ConfigSection, FollowMilestone, Milestones, Module, RecordDelivery, Repair, VisitOrigins};

/// The declarations of all modules of an installation.
pub struct Declared {
    /// Every table.
    pub schema: Arc<Schema>,
    /// SQL that creates tables of modules outside [`ateneu_schema::MIGRATIONS`].
    pub migrations: Vec<Migration>,
    /// Every bucket.
    pub buckets: Vec<Bucket>,
    /// Facts about files that the modules decide.
    pub file_facts: Vec<FileFact>,
    /// Every procedure.
    pub procedures: Vec<Procedure>,
    /// Every trigger.
    pub triggers: Vec<Trigger>,
    /// Every queue of tasks.
    pub queues: Vec<Queue>,
    /// Private topics, and the callers that may send on public ones.
    pub topics: Topics,
    /// Every server function.
    pub functions: Vec<Declaration>,
    /// Every section of the configuration.
    pub config: Vec<ConfigSection>,
    /// Labels of jobs and kinds of tasks in the panel, in Portuguese.
    pub task_labels: BTreeMap<&'static str, &'static str>,
    /// The stable codes of refusals; the accounts service has its own ([`ateneu_auth::ErrorCode`]).
    pub error_codes: BTreeSet<&'static str>,
    /// Labels of actions in the audit log, in Portuguese.
    pub audit_labels: BTreeMap<&'static str, &'static str>,
    /// Labels of columns and recorded values in the audit log, in Portuguese. A name appears once for each module that
    /// declares it, so that a test can compare the labels.
    pub field_labels: Vec<(&'static str, &'static str)>,
    /// Tables of the subjects of actions, if those are neither accounts nor written rows.
    pub audit_subjects: BTreeMap<&'static str, &'static str>,
    /// Function that names and counts the origins of visits.
    pub visit_origins: Option<VisitOrigins>,
    /// Followers of milestones of people.
    pub milestones: Milestones,
    /// Work that recomputes stored forms, by the name of its task.
    pub repairs: Vec<(&'static str, Repair)>,
    /// Function that stores deliveries of recurring benefits.
    pub deliveries: Option<RecordDelivery>,
    /// Periods for which data is kept.
    pub retentions: Vec<Retention>,
}

impl Declared {
    /// Collects the declarations of these modules. Panics in debug builds if the rows of a trigger differ from their
    /// table.
    pub fn of(modules: impl IntoIterator<Item = Module>) -> Self {
        let (mut tables, mut public) = (Vec::new(), Vec::new());
        let mut milestones: Vec<FollowMilestone> = Vec::new();
        let mut private: Vec<PrivateTopics> = Vec::new();
        let mut all = Self {
            schema: Arc::new(Schema::new(Vec::new())),
            migrations: Vec::new(),
            buckets: Vec::new(),
            file_facts: Vec::new(),
            procedures: Vec::new(),
            triggers: Vec::new(),
            queues: Vec::new(),
            topics: Topics { public: Rule::Any(Vec::new()), private: Vec::new() },
            functions: Vec::new(),
            config: Vec::new(),
            task_labels: BTreeMap::new(),
            error_codes: ateneu_functions::REFUSALS.iter().map(|refusal| refusal.code).collect(),
            audit_labels: BTreeMap::new(),
            field_labels: Vec::new(),
            audit_subjects: BTreeMap::new(),
            visit_origins: None,
            milestones: Milestones::default(),
            repairs: Vec::new(),
            deliveries: None,
            retentions: Vec::new(),
        };
        for module in modules {
            tables.extend(module.tables);
            public.extend(module.public_topics);
            private.extend(module.private_topics);
            milestones.extend(module.milestones);
            all.migrations.extend(module.migrations);
            all.buckets.extend(module.buckets);
            all.file_facts.extend(module.file_facts);
            all.procedures.extend(module.procedures);
            all.triggers.extend(module.triggers);
            all.queues.extend(module.queues);
            all.functions.extend(module.functions);
            all.config.extend(module.config);
            all.task_labels.extend(module.task_labels);
            all.error_codes.extend(module.refusals.iter().map(|refusal| refusal.code));
            all.audit_labels.extend(module.audit_labels);
            all.field_labels.extend(module.field_labels);
            all.audit_subjects.extend(module.audit_subjects.iter().copied());
            all.visit_origins = all.visit_origins.or(module.visit_origins);
            all.repairs.extend(module.repairs);
            all.deliveries = all.deliveries.or(module.deliveries);
            all.retentions.extend(module.retentions);
        }
        all.milestones = Milestones::new(milestones);
        all.schema = Arc::new(Schema::new(tables));
        all.topics = Topics { public: Rule::Any(public), private };
        debug_assert_eq!(all.triggers.iter().try_for_each(|trigger| trigger.check(&all.schema)), Ok(()));
        all
    }

    /// Returns the triggers of a table.
    pub fn triggers_of(&self, table: &str) -> impl Iterator<Item = Trigger> {
        self.triggers.iter().filter(move |trigger| trigger.table == table).cloned()
    }
}
