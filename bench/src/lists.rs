//! The list every visitor asks for: the 20 newest published contents, as the table grows.

use anyhow::{Result, bail};
use rusqlite::Connection;

use crate::{load::wrk, server::Server, table::Table};

const LIST: &str = "/rest/v1/contents?select=id,title,description,content_type,category,created_at,read_time,thumbnail_url,tags\
&is_published=eq.true&order=created_at.desc&limit=20";

/// Fills the table by SQL: over HTTP it would take longer than the measurement.
fn grow(connection: &Connection, from: u32, to: u32) -> Result<()> {
    connection.execute_batch("BEGIN")?;
    {
        let mut insert = connection.prepare(
            "INSERT INTO contents (id, title, description, body, content_type, is_published, is_member_only, created_at,
                updated_at, tags, search_text)
             VALUES (printf('00000000-0000-7000-8000-%012d', ?1), 'Título de medida ' || ?1, 'Uma frase de descrição.',
                '<p>Corpo</p>', 'article', ?1 % 10 <> 0, ?1 % 4 = 0,
                strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1500000000 + ?1 * 60, 'unixepoch'),
                '2026-01-01T00:00:00.000000+00:00', '[\"medida\"]', 'titulo')",
        )?;
        for number in from..to {
            insert.execute([number])?;
        }
    }
    connection.execute_batch("COMMIT; ANALYZE")?;
    Ok(())
}

/// Flat from a thousand to a million rows; beside the same server answering bytes of that size without a database.
pub fn newest(table: &mut Table) -> Result<()> {
    let server = Server::start(&[])?;
    let (_, service) = server.keys()?;
    let connection = Connection::open(server.database())?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    let token = sign_in(&server, &service)?;
    let bearer = format!("Bearer {token}");
    let mut rows = 0;
    for size in [1_000, 100_000, 1_000_000] {
        grow(&connection, rows, size)?;
        rows = size;
        let (status, body) = server.request("GET", LIST, &[], "")?;
        if status != 200 {
            bail!("the list answered {status}: {}", String::from_utf8_lossy(&body));
        }
        let visitor = wrk(&format!("{}{LIST}", server.url), &[], None)?;
        let person = wrk(&format!("{}{LIST}", server.url), &[("authorization", &bearer)], None)?;
        // The owner's words are served from memory by the same stack: routing, middleware, headers, no database.
        let plain = wrk(&format!("{}/content/testimonials.json", server.url), &[], None)?;
        let name = format!("20 newest of {size} rows");
        table.share(&format!("{name}, visitor"), visitor, plain, "no database", 0.5, "requests/s");
        table.share(&format!("{name}, signed in"), person, plain, "no database", 0.5, "requests/s");
    }
    Ok(())
}

/// Makes a person and signs in: the access token.
pub fn sign_in(server: &Server, service: &str) -> Result<String> {
    let authorization = format!("Bearer {service}");
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let user =
        r#"{"email":"medida@exemplo.com.br","password":"Uma-frase-de-medida-2026","email_confirm":true}"#;
    server.request("POST", "/auth/v1/admin/users", &headers, user)?;
    let body = r#"{"email":"medida@exemplo.com.br","password":"Uma-frase-de-medida-2026"}"#;
    let (status, answer) = server.request(
        "POST",
        "/auth/v1/token?grant_type=password",
        &[("content-type", "application/json")],
        body,
    )?;
    let session: serde_json::Value = serde_json::from_slice(&answer)?;
    match session["access_token"].as_str() {
        Some(token) => Ok(token.to_owned()),
        None => bail!("sign-in answered {status}"),
    }
}
