//! Every job of the house, one file each.

mod cleanup_old_auth_logs;
mod cleanup_old_job_logs;
mod cleanup_old_rate_limits;
mod collect_orphans;
mod end_course_access;
mod erase_accounts;
mod reconcile_payments;
mod sweep_accounts;

use ateneu_accounts::People;
use ateneu_auth::Auth;
use ateneu_base::Clock;
use ateneu_course_access::Courses;
use ateneu_data::retention::Retention;
use ateneu_db::Db;
use ateneu_membership::Payments;
use ateneu_storage::Storage;

use crate::{Error, Job};

/// What the jobs work on.
pub struct House {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The accounts.
    pub auth: Auth,
    /// The files.
    pub storage: Storage,
    /// What is done with whole accounts.
    pub people: People,
    /// Who pays for what; none where nothing is sold.
    pub payments: Option<Payments>,
    /// The external courses.
    pub courses: Courses,
}

/// All of them.
pub fn all(house: &House) -> Vec<Job> {
    let mut jobs = vec![
        cleanup_old_rate_limits::job(house),
        cleanup_old_auth_logs::job(house),
        cleanup_old_job_logs::job(house),
        collect_orphans::job(house),
        end_course_access::job(&house.courses),
        erase_accounts::job(house),
        sweep_accounts::job(house),
    ];
    jobs.extend(house.payments.as_ref().map(reconcile_payments::job));
    jobs
}

async fn remove_old(db: Db, clock: Clock, retention: Retention) -> Result<String, Error> {
    let now = clock.now();
    let removed = db.write(move |tx| retention.remove_old(tx, now)).await?;
    Ok(match removed {
        0 => "Nada a remover.".into(),
        1 => "1 registro removido.".into(),
        many => format!("{many} registros removidos."),
    })
}
