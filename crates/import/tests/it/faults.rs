//! Imports that are interrupted, and sources that are none.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use ateneu_base::Secret;
use ateneu_db::Db;
use ateneu_import::{Destination, Error, FilesFrom, Options, Report, import};
use ateneu_testkit::{
    databases::{FurtherPostgres, Place},
    db_test, sqlite_test,
};
use tokio::{sync::oneshot, task::AbortHandle};
use tokio_postgres::NoTls;

use crate::fixture::{Project, counts};

/// Stops an import after its next commit: before the writer is answered, so that the import goes no further.
#[derive(Clone, Default)]
struct Stop(Arc<Mutex<Option<AbortHandle>>>);

impl Stop {
    fn at_commits(db: &Db) -> Self {
        let stop = Self::default();
        let running = stop.clone();
        db.on_commit(
            |_| false,
            move |_| {
                if let Some(running) = running.0.lock().unwrap().take() {
                    running.abort();
                }
            },
        );
        stop
    }

    /// Imports until the next commit. Returns `None` if the import was stopped.
    async fn import(&self, options: &Options, to: &Destination) -> Option<Report> {
        let (options, to) = (options.clone(), to.clone());
        let (begin, begun) = oneshot::channel();
        let running = tokio::spawn(async move {
            begun.await.unwrap();
            import(&options, &to).await
        });
        *self.0.lock().unwrap() = Some(running.abort_handle());
        begin.send(()).unwrap();
        match running.await {
            Ok(done) => Some(done.unwrap()),
            Err(stopped) => {
                assert!(stopped.is_cancelled(), "{stopped}");
                None
            }
        }
    }
}

/// Rows that do not depend on the order of imports.
fn imported(mut rows: BTreeMap<String, Vec<String>>) -> BTreeMap<String, Vec<String>> {
    // Ids that an import makes, such as those of an audit log.
    rows.remove("file_use_scans");
    rows
}

#[db_test]
async fn an_import_stopped_after_each_page_loses_no_row(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let to = project.destination().await;
    let options = Options { page: 3, ..project.options() };
    let (stop, mut interruptions) = (Stop::at_commits(&to.db), 0);
    let last = loop {
        match stop.import(&options, &to).await {
            Some(report) => break report,
            None => interruptions += 1,
        }
    };
    let added: u64 = last.tables.iter().map(|table| table.added).sum();
    assert_eq!(added, 0, "all was done before");
    assert!(interruptions > 15, "{interruptions}");
    to.db.close().await;
    let pieces = imported(project.rows().await);

    let again = project.import(project.options()).await.unwrap();
    for table in &again.tables {
        assert_eq!(table.source, table.same + table.skipped, "{}", table.name);
    }
    assert_eq!(imported(project.rows().await), pieces);
    assert_eq!(again.table("auth.users").unwrap().here, 13);
}

#[db_test]
async fn a_source_that_goes_away_leaves_finished_pages(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let to = project.destination().await;
    let options = Options { page: 2, ..project.options() };
    // The import waits for a locked table, after it has stored the accounts.
    let (holder, connection) = tokio_postgres::connect(&project.source.address, NoTls).await.unwrap();
    tokio::spawn(connection);
    holder.batch_execute("BEGIN; LOCK TABLE public.contents IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let stop = async {
        let waiting = "SELECT pg_terminate_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                       WHERE NOT l.granted AND a.datname = current_database() AND a.application_name = 'ateneu'";
        while holder.query(waiting, &[]).await.unwrap().is_empty() {}
        holder.batch_execute("ROLLBACK").await.unwrap();
    };
    let (ended, ()) = tokio::join!(import(&options, &to), stop);
    let error = ended.err().unwrap();
    assert!(matches!(error, Error::Source(_)), "{error}");
    to.db.close().await;
    let report = project.import(project.options()).await.unwrap();
    let [there, added, _, same, ..] = counts(&report, "auth.users");
    assert_eq!([there, added, same], [13, 0, 13], "{report}");
}

#[sqlite_test]
async fn a_busy_storage_and_a_cut_file_are_asked_again(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    (project.storage.data().busy, project.storage.data().cut) = (1, 2);
    let report = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&report, "storage.objects"), [3, 3, 0, 0, 0, 0]);
    let downloads = project.storage.downloads();
    assert_eq!(downloads.len(), 6, "one again for 503, and one more part for each cut file");
    assert_eq!(downloads.iter().filter(|request| !request.header("range").is_empty()).count(), 2);
    assert_eq!(report.bytes, 72);
}

#[sqlite_test]
async fn a_file_that_differs_from_its_row_stays_out(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    {
        let mut data = project.storage.data();
        data.files.insert("contents/article/foto.png".into(), "bytes de um gato".into());
        data.files.remove("planilhas/dados.txt");
    }
    let report = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&report, "storage.objects"), [3, 1, 0, 0, 0, 2]);
    let reasons = &report.table("storage.objects").unwrap().reasons;
    assert!(reasons.keys().any(|reason| reason.contains("digest differs")), "{reasons:?}");
    assert!(reasons.keys().any(|reason| reason.contains("bytes are missing")), "{reasons:?}");
}

#[sqlite_test]
async fn a_storage_that_does_not_answer_ends_the_import(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let storage =
        |url: String, key: &str| Some(FilesFrom::Storage { url: url.parse().unwrap(), key: key.into() });
    let refused = |files| {
        let options = Options { files, is_applied: false, ..project.options() };
        project.import(options)
    };
    let error = refused(storage(project.storage.url(), "outra")).await.err().unwrap();
    assert!(matches!(error, Error::WrongKey), "{error}");
    let other = project.storage.url() + "/outro";
    let error =
        refused(storage(other, ateneu_testkit::mocks::project_storage::SERVICE_KEY)).await.err().unwrap();
    assert!(error.to_string().contains("--storage-url"), "{error}");
    let error = refused(storage("http://127.0.0.1:9".into(), "chave-secreta")).await.err().unwrap();
    assert!(error.to_string().contains("did not answer after 7 attempts"), "{error}");
    assert!(!error.to_string().contains("chave-secreta"), "{error}");
    let error = refused(Some(FilesFrom::Folder(project.folder.path().join("nada")))).await.err().unwrap();
    assert!(error.to_string().contains("no folder named as a bucket"), "{error}");
    project.storage.data().busy = usize::MAX;
    let error = project.import(project.options()).await.err().unwrap();
    assert!(error.to_string().contains("run the import again"), "{error}");
    project.storage.data().busy = 0;
    let report = project.import(project.options()).await.unwrap();
    assert_eq!((counts(&report, "storage.objects")[1], counts(&report, "auth.users")[3]), (3, 13));
}

#[sqlite_test]
async fn files_larger_than_the_disk_are_not_begun(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let huge = "UPDATE storage.objects SET metadata = jsonb_set(metadata, '{size}', '9000000000000000000')
                WHERE name = 'dados.txt'";
    project.source.run(huge).await;
    let error = project.import(project.options()).await.err().unwrap();
    assert!(matches!(error, Error::NoRoom { needed, .. } if needed > 8_000_000_000_000_000_000), "{error}");
    assert!(project.storage.downloads().is_empty());
}

#[sqlite_test]
async fn a_database_of_something_else_is_refused(place: Place) {
    let Some(project) = Project::open(&place).await else { return };
    let Some(other) = FurtherPostgres::take(&[("0001_nothing", "CREATE TABLE things (id text)")]).await
    else {
        return;
    };
    let before = project.rows().await;
    let with = |database: &str| Options { database: Secret::from(database), ..project.options() };
    let error = project.import(with(&other.address)).await.err().unwrap();
    assert!(error.to_string().contains("no database of a hosted project"), "{error}");
    let error =
        project.import(with("postgres://postgres:senha-errada@127.0.0.1:9/postgres")).await.err().unwrap();
    assert!(matches!(error, Error::Source(_)) && !error.to_string().contains("senha-errada"), "{error}");
    let error = project.import(with("nada disso")).await.err().unwrap();
    assert!(error.to_string().contains("cannot be read"), "{error}");
    assert_eq!(project.rows().await, before);
}
