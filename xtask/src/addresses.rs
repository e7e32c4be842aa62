//! Checks that every page that the server links to is declared in `web/src/app/pages.ts`.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::shell::root;

const PAGES: &str = "web/src/app/pages.ts";

/// Reports each link to a missing page: literals such as `"/conta/confirmar"` whose first part is that of a page.
/// Endpoints in calls of `route` are no links.
pub fn check(files: &[String], broken: &mut Vec<String>) -> Result<()> {
    let read =
        |path: &str| fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"));
    let table = read(PAGES)?;
    let pages = declared(&table);
    ensure!(!pages.is_empty(), "no page is declared in {PAGES}");
    for path in files.iter().filter(|path| path.ends_with(".rs") && path.contains("/src/")) {
        let text = read(path)?;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in
            code.lines().filter(|line| !line.contains(".route(") && !line.trim_start().starts_with("//"))
        {
            for link in links(line).filter(|link| !is_page(link, &pages)) {
                broken.push(format!("{path} links to {link}, which {PAGES} does not have"));
            }
        }
    }
    Ok(())
}

/// Returns the paths of the declared pages: the literals between the table's first line and the next declaration.
fn declared(table: &str) -> Vec<&str> {
    let declarations =
        table.split("export const pages = {").nth(1).and_then(|rest| rest.split("export ").next());
    let literals = declarations.unwrap_or_default().split('\'').skip(1).step_by(2);
    literals.filter(|literal| literal.starts_with('/')).collect()
}

/// Returns the literals of a line that may be paths of pages, without query and fragment.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let literals = line
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|literal| literal.starts_with('/') && !literal.starts_with("//"));
    literals.map(|literal| literal.split(['?', '#']).next().unwrap_or_default())
}

/// Returns `true` for the path of a page, and for one whose first part belongs to no page: an endpoint or a file.
fn is_page(link: &str, pages: &[&str]) -> bool {
    let parts = |path: &str| path.split('/').skip(1).map(str::to_owned).collect::<Vec<_>>();
    let own = parts(link);
    let mut known =
        pages.iter().map(|page| parts(page)).filter(|page| page.first() == own.first()).peekable();
    known.peek().is_none()
        || known.any(|page| {
            page.len() == own.len()
                && page.iter().zip(&own).all(|(declared, part)| declared.starts_with(':') || declared == part)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_from_their_table() {
        let table = "const NOTE = '/x';\nexport const pages = {\n  ...pagesIn('public', {\n    home: '/',\n    \
                     blog: ['/blog', { query: ['busca'] }],\n  }),\n};\nexport const other = '/y';";
        assert_eq!(declared(table), ["/", "/blog"]);
    }

    #[test]
    fn links_to_pages_are_distinguished_from_endpoints() {
        let pages = ["/blog", "/newsletter/sair/:token", "/membros/assinatura"];
        let line = r#"link(&format!("/newsletter/sair/{token}")), "/membros/assinatura?portal=1", "/auth/v1", "/blog/x""#;
        let found: Vec<_> = links(line).map(|link| (link, is_page(link, &pages))).collect();
        let expected = [
            ("/newsletter/sair/{token}", true),
            ("/membros/assinatura", true),
            ("/auth/v1", true),
            ("/blog/x", false),
        ];
        assert_eq!(found, expected);
    }
}
