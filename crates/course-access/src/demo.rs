//! Demo data: the demo member's access to the external courses.

use anyhow::Result;
use ateneu_module::demo::Demo;
use serde_json::json;

pub async fn fill(demo: Demo) -> Result<()> {
    let access = json!({ "email": "membro@demo.test", "active": true,
        "course_url": "https://cursos.exemplo.com.br/area-do-aluno", "expires_at": "2027-12-31" });
    demo.insert("hotmart_access", &[access]).await
}
