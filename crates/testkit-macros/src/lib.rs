//! The attributes behind `ateneu_testkit::db_test` and `sqlite_test`. Use them from there.

use proc_macro::{TokenStream, TokenTree};

/// Runs an `async fn` once on SQLite and once on PostgreSQL: `#[db_test] async fn name(db: Db) { … }` becomes the tests
/// `name::sqlite` and `name::postgres`. The function itself is unchanged.
///
/// The attribute's argument is the initial migrations, by default `databases::product()`. The function's argument is a
/// `Db`, a `Place` to open the same database again, or another type with `FromPlace`.
#[proc_macro_attribute]
pub fn db_test(migrations: TokenStream, item: TokenStream) -> TokenStream {
    test_on(&["sqlite", "postgres"], &migrations, item)
}

/// Runs an `async fn` on SQLite alone, as `name::sqlite`: for a test whose statements run on PostgreSQL, with the same
/// outcomes, in other tests (decision 0092).
#[proc_macro_attribute]
pub fn sqlite_test(migrations: TokenStream, item: TokenStream) -> TokenStream {
    test_on(&["sqlite"], &migrations, item)
}

fn test_on(databases: &[&str], migrations: &TokenStream, item: TokenStream) -> TokenStream {
    let Some(name) = function_name(item.clone()) else {
        return compile_error("this attribute stands before an `async fn` with one argument");
    };
    let migrations = if migrations.is_empty() {
        "::ateneu_testkit::databases::product()".to_owned()
    } else {
        migrations.to_string()
    };
    let leg = |database: &&str| {
        format!(
            "#[test]
             fn {database}() {{
                 use ::ateneu_testkit::databases::{{call, on_{database}}};
                 on_{database}({migrations}, |place| call({name}, place));
             }}"
        )
    };
    let legs: String = databases.iter().map(leg).collect();
    match format!("mod {name} {{ use super::*; {legs} }}").parse::<TokenStream>() {
        Ok(legs) => item.into_iter().chain(legs).collect(),
        Err(error) => compile_error(&error.to_string()),
    }
}

/// Returns the identifier after `fn`.
fn function_name(item: TokenStream) -> Option<String> {
    let mut tokens = item.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(word) if word.to_string() == "fn"))?;
    tokens.next().map(|name| name.to_string())
}

fn compile_error(message: &str) -> TokenStream {
    format!("compile_error!({message:?});").parse().unwrap_or_default()
}
