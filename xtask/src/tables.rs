//! Checks that each table is written by the crate that declares it. A crate reads its own tables, those of lower layers
//! and those in [`READS`] (decision 0001). Demo data and the test kit are exempt.

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result};

use crate::{layers::may_import, shell::root};

const WRITES: [&str; 3] = ["INSERT INTO ", "UPDATE ", "DELETE FROM "];

/// Tables of other subjects that a subject may read: lists that filter and sort by columns of both in one query.
const READS: [(&str, &str); 16] = [
    ("accounts", "subscribers"),
    ("membership", "member_profiles"),
    // Notices name members and contents, and go to subscribers.
    ("community", "member_profiles"),
    ("community", "subscribers"),
    ("community", "contents"),
    // A topic about a lesson is as open as its course.
    ("community", "courses"),
    ("community", "lessons"),
    // A closed course names the plans that open it.
    ("learning", "plan_entitlements"),
    // A campaign sends a content. Segments select readers by plan and by course.
    ("newsletter", "contents"),
    ("newsletter", "subscribers"),
    ("newsletter", "course_members"),
    // Sequences decide about many people by one statement.
    ("newsletter", "account_erasures"),
    ("newsletter", "payment_checkouts"),
    ("newsletter", "payment_invoices"),
    ("newsletter", "community_posts"),
    // Comments on contents are shown with names.
    ("publishing", "member_profiles"),
];

/// Reports each write of a table outside the crate that declares it, and each read that is not allowed.
pub fn check(files: &[String], broken: &mut Vec<String>) -> Result<()> {
    let mut sources = Vec::new();
    for path in files.iter().filter(|path| path.ends_with(".rs")) {
        let Some((name, file)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"))
        else {
            continue;
        };
        if !name.starts_with("testkit") && !file.starts_with("demo") {
            let text =
                fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"))?;
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            sources.push((name, path, code));
        }
    }
    let owners: BTreeMap<&str, &str> =
        sources.iter().flat_map(|(name, _, code)| declared(code).map(|table| (table, *name))).collect();
    for (name, path, code) in &sources {
        for table in named_after(code, WRITES) {
            if let Some(owner) = owners.get(table).filter(|owner| *owner != name) {
                broken.push(format!(
                    "{path} writes {table}, which {owner} declares: call a function of {owner}"
                ));
            }
        }
        for table in named_after(code, ["FROM ", "JOIN "]) {
            let foreign = owners.get(table).filter(|owner| *owner != name && !may_import(name, owner));
            if let Some(owner) = foreign
                && !READS.contains(&(*name, table))
            {
                broken.push(format!(
                    "{path} reads {table}, which {owner} declares: call a function of {owner}"
                ));
            }
        }
    }
    Ok(())
}

/// Returns the tables that code declares.
fn declared(code: &str) -> impl Iterator<Item = &str> {
    ["exposed(", "internal("]
        .into_iter()
        .flat_map(|call| code.split(call).skip(1))
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
}

/// Returns the tables after one of these keywords in the SQL of code.
fn named_after<'c, const N: usize>(
    code: &'c str,
    keywords: [&'static str; N],
) -> impl Iterator<Item = &'c str> {
    keywords.into_iter().flat_map(|keyword| code.split(keyword).skip(1)).map(|rest| {
        let end = rest.find(|sign: char| !(sign.is_ascii_lowercase() || sign == '_'));
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_writes_are_found_in_code() {
        let code = "exposed(\"books\", \"Books.\") internal(\n    \"shelves\",\n    \"Shelves.\")
            let sql = \"INSERT INTO books (id) VALUES ($1)\"; format!(\"DELETE FROM {table}\");
            \"UPDATE shelves SET name = $1 WHERE id IN (SELECT id FROM users)\"";
        assert_eq!(declared(code).collect::<Vec<_>>(), ["books", "shelves"]);
        assert_eq!(named_after(code, WRITES).collect::<Vec<_>>(), ["books", "shelves", ""]);
        assert_eq!(named_after(code, ["FROM "]).collect::<Vec<_>>(), ["", "users"]);
    }
}
