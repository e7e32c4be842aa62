//! Parses the modules of a crate: their definitions, imports and names.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter::Peekable,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

/// Path of a module below its crate, such as `["sign_in", "signup"]`.
pub type ModulePath = Vec<String>;

/// The code of one module.
#[derive(Default)]
pub struct Module {
    pub file: String,
    pub children: BTreeSet<String>,
    pub items: BTreeSet<String>,
    /// Names imported by `use`, with their paths.
    pub imports: BTreeMap<String, Vec<String>>,
    /// Paths in the code, each with the name of its import.
    pub paths: Vec<Vec<String>>,
    /// Names that `pub use` re-exports.
    pub handed_on: BTreeSet<String>,
}

/// Reads the items of a module. Inline modules are read as their own, with the same file.
pub fn read(tokens: TokenStream, path: &[String], file: &str, modules: &mut BTreeMap<ModulePath, Module>) {
    let mut module = Module { file: file.to_owned(), ..Module::default() };
    let mut inner = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    let (mut is_test, mut is_public) = (false, false);
    while let Some(token) = tokens.next() {
        let word = match &token {
            TokenTree::Ident(word) => word.to_string(),
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                if let Some(TokenTree::Group(attribute)) = next_group(&mut tokens) {
                    is_test |= attribute.to_string().replace(' ', "").starts_with("[cfg(test)");
                    walk(attribute.stream(), &mut module.paths);
                }
                continue;
            }
            _ => continue,
        };
        if word == "pub" {
            is_public = true;
            if matches!(tokens.peek(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
            {
                tokens.next();
            }
            continue;
        }
        let body = item(&word, &mut tokens);
        let ends = matches!(
            word.as_str(),
            "use"
                | "mod"
                | "fn"
                | "struct"
                | "enum"
                | "trait"
                | "type"
                | "const"
                | "static"
                | "impl"
                | "macro_rules"
        ) || !body.is_empty();
        if !is_test {
            let name = name_of(&word, &body);
            match word.as_str() {
                "use" => {
                    let mut leaves = Vec::new();
                    use_tree(
                        &mut body.into_iter().collect::<TokenStream>().into_iter().peekable(),
                        &[],
                        &mut leaves,
                    );
                    for (name, target) in leaves {
                        if is_public {
                            module.handed_on.insert(name.clone());
                        }
                        module.imports.insert(name, target);
                    }
                }
                "mod" => {
                    module.children.extend(name.clone());
                    if let (Some(name), Some(TokenTree::Group(group))) = (name, body.last()) {
                        inner.push((name, group.stream()));
                    }
                }
                _ => {
                    module.items.extend(name);
                    walk(body.into_iter().collect(), &mut module.paths);
                }
            }
        }
        if ends {
            (is_test, is_public) = (false, false);
        }
    }
    modules.insert(path.to_vec(), module);
    for (name, tokens) in inner {
        let mut path = path.to_vec();
        path.push(name);
        read(tokens, &path, file, modules);
    }
}

type Tokens = Peekable<token_stream::IntoIter>;

/// Returns the next group, skipping the `!` of an inner attribute.
fn next_group(tokens: &mut Tokens) -> Option<TokenTree> {
    if matches!(tokens.peek(), Some(TokenTree::Punct(_))) {
        tokens.next();
    }
    tokens.next()
}

/// Returns the tokens of an item after its keyword, up to its semicolon or its braces.
fn item(word: &str, tokens: &mut Tokens) -> Vec<TokenTree> {
    let mut body = Vec::new();
    // A value may contain braces before its semicolon.
    let ends_with_braces = !matches!(word, "use" | "const" | "static" | "type");
    if matches!(word, "async" | "unsafe" | "extern" | "default") {
        return body;
    }
    let is_const_fn = word == "const"
        && matches!(tokens.peek(), Some(TokenTree::Ident(next)) if matches!(next.to_string().as_str(), "fn" | "unsafe" | "async"));
    if is_const_fn {
        return body;
    }
    for token in tokens.by_ref() {
        let ends = match &token {
            TokenTree::Punct(sign) => sign.as_char() == ';',
            TokenTree::Group(group) => ends_with_braces && group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        body.push(token);
        if ends {
            break;
        }
    }
    body
}

/// Returns the name that an item defines.
fn name_of(word: &str, body: &[TokenTree]) -> Option<String> {
    let mut names = body.iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    match word {
        "fn" | "struct" | "enum" | "trait" | "type" | "mod" | "union" => names.next(),
        "const" | "static" => names.find(|name| name != "mut"),
        "macro_rules" => names.next(),
        _ => None,
    }
}

/// Reads a tree of imports into pairs of a local name and its path.
fn use_tree(tokens: &mut Tokens, before: &[String], leaves: &mut Vec<(String, Vec<String>)>) {
    let mut path = before.to_vec();
    let mut renamed = None;
    let finish = |path: &[String], renamed: Option<String>, leaves: &mut Vec<(String, Vec<String>)>| {
        let mut path = path.to_vec();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(name) = renamed.or_else(|| path.last().cloned()) {
            leaves.push((name, path));
        }
    };
    let mut is_open = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "as" => {
                if let Some(TokenTree::Ident(name)) = tokens.next() {
                    renamed = Some(name.to_string());
                }
            }
            TokenTree::Ident(word) => {
                path.push(word.to_string());
                is_open = true;
            }
            TokenTree::Group(group) => {
                use_tree(&mut group.stream().into_iter().peekable(), &path, leaves);
                is_open = false;
            }
            TokenTree::Punct(sign) if matches!(sign.as_char(), ',' | ';') => {
                if is_open {
                    finish(&path, renamed.take(), leaves);
                }
                path = before.to_vec();
                is_open = false;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    if is_open {
        finish(&path, renamed, leaves);
    }
}

/// Collects the paths in code, also in the arguments of macros.
fn walk(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    // A field or a method is no path.
    let mut is_member = false;
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                if colons != 2 {
                    if !path.is_empty() {
                        paths.push(std::mem::take(&mut path));
                    }
                    if is_member {
                        (colons, is_member) = (0, false);
                        continue;
                    }
                }
                path.push(word.to_string());
                (colons, is_member) = (0, false);
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
            other => {
                is_member = matches!(&other, TokenTree::Punct(sign) if sign.as_char() == '.');
                colons = 0;
                if !path.is_empty() {
                    paths.push(std::mem::take(&mut path));
                }
                if let TokenTree::Group(group) = other {
                    walk(group.stream(), paths);
                }
            }
        }
    }
    if !path.is_empty() {
        paths.push(path);
    }
}
