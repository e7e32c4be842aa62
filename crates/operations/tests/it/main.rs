//! Removal of old rows, and its callers.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod functions;

use std::sync::Arc;

use ateneu_base::{Caller, Facts};
use ateneu_module::Subject;
use ateneu_schema::Schema;
use ateneu_testkit::{TestApp, db_test};

#[db_test]
async fn logs_past_their_retention_are_deleted(mut app: TestApp) {
    let data = ateneu_data::router(ateneu_data::Deps {
        db: app.db.clone(),
        schema: Arc::new(Schema::new(ateneu_audit::tables())),
        triggers: Vec::new(),
        procedures: ateneu_operations::Operations.declare().procedures,
        clock: app.clock.clone(),
    });
    app.mount("", data);
    for (id, at) in
        [("old", "2026-01-01T00:00:00.000000+00:00"), ("young", "2027-01-01T00:00:00.000000+00:00")]
    {
        let sql = "INSERT INTO auth_logs (id, created_at, action, success) VALUES ($1, $2, 'x', TRUE)";
        app.execute(sql, &[id.into(), at.into()]).await;
    }
    let call = |name: &str, caller: Caller| {
        app.request("POST", &format!("/rpc/{name}")).caller(Ok(caller)).body("{}")
    };
    let person =
        |admin| Caller::person("00000000-0000-4000-8000-000000000001", Facts { admin, ..Facts::default() });
    for name in ["cleanup_old_auth_logs", "cleanup_old_job_logs", "cleanup_old_rate_limits"] {
        assert_eq!(call(name, Caller::anonymous()).await.status.as_u16(), 401, "{name}");
        assert_eq!(call(name, person(false)).await.status.as_u16(), 403, "{name}");
        assert_eq!(call(name, person(true)).await.status.as_u16(), 204, "{name}");
    }
    assert_eq!(app.texts("SELECT id FROM auth_logs", &[]).await, ["young"]);
}
