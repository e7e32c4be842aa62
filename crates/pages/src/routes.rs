//! The application's route table: addresses, their renderers, and their query parameters. Paths are matched as in
//! `web/src/lib/route-match.ts`, without a call into the engine (decision 0077). Both pass the same cases.

use url::form_urlencoded;

use crate::engine::{RenderedBy, Route};

/// All addresses of pages.
#[derive(Clone, Debug, Default)]
pub struct Routes(Vec<Route>);

impl Routes {
    pub fn new(routes: Vec<Route>) -> Self {
        Self(routes)
    }

    /// Returns the route of a path: the first of those with the fewest parameters.
    pub fn find(&self, path: &str) -> Option<&Route> {
        let fitting = self.0.iter().filter(|route| fits(&route.path, path));
        fitting.min_by_key(|route| segments(&route.path).filter(|word| word.starts_with(':')).count())
    }

    /// Returns the addresses without parameters that `by` renders.
    pub fn fixed(&self, by: RenderedBy) -> impl Iterator<Item = &str> {
        let fixed = self.0.iter().filter(move |route| route.render == by && !route.has_parameters());
        fixed.map(|route| route.path.as_str())
    }

    /// Returns the addresses without parameters that crawlers may list.
    pub fn indexed(&self) -> impl Iterator<Item = &str> {
        let listed = |path: &&str| self.0.iter().any(|route| route.path == *path && route.indexed);
        self.fixed(RenderedBy::Server).filter(listed)
    }
}

impl Route {
    /// Returns `true` if its pattern has parameters.
    pub fn has_parameters(&self) -> bool {
        self.path.contains(':')
    }

    /// Returns `true` if the path is written exactly as declared. Other capitals and slashes redirect, so that rules on
    /// paths, such as limits, see one spelling.
    pub fn is_spelled(&self, path: &str) -> bool {
        let same = |word: &str, part: &str| word == part || word.starts_with(':') && !part.is_empty();
        let (words, parts) = (self.path.split('/'), path.split('/'));
        words.clone().count() == parts.clone().count()
            && words.zip(parts).all(|(word, part)| same(word, part))
    }

    /// Returns the path as declared, with the given parameters.
    pub fn spelled(&self, path: &str) -> String {
        let parts = segments(&self.path).zip(segments(path));
        let parts: Vec<&str> =
            parts.map(|(word, part)| if word.starts_with(':') { part } else { word }).collect();
        format!("/{}", parts.join("/"))
    }

    /// Returns the parameters of a query that this page reads, in declared order. The others are dropped, so that no
    /// page has many addresses.
    pub fn declared_query(&self, query: &str) -> Option<String> {
        let mut kept = form_urlencoded::Serializer::new(String::new());
        let mut any = false;
        for name in &self.query {
            let value = form_urlencoded::parse(query.as_bytes()).find(|(given, _)| given == name);
            if let Some((_, value)) = value.filter(|(_, value)| !value.is_empty()) {
                kept.append_pair(name, &value);
                any = true;
            }
        }
        any.then(|| kept.finish())
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|word| !word.is_empty())
}

/// Returns `true` if the path matches the pattern. Upper case does not matter, as in the browser's router.
fn fits(pattern: &str, path: &str) -> bool {
    let fits = |(word, part): (&str, &str)| word.starts_with(':') || word.eq_ignore_ascii_case(part);
    segments(pattern).count() == segments(path).count() && segments(pattern).zip(segments(path)).all(fits)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    fn route(path: &str, query: &[&str]) -> Route {
        Route {
            path: path.into(),
            render: RenderedBy::Server,
            indexed: true,
            query: query.iter().map(ToString::to_string).collect(),
            forms: BTreeMap::new(),
            secret: false,
        }
    }

    #[derive(Deserialize)]
    struct Cases {
        patterns: Vec<String>,
        cases: Vec<(String, Option<String>)>,
    }

    #[test]
    fn paths_match_as_in_the_front_end() {
        let text = include_str!("../../../web/src/lib/route-match.cases.json");
        let Cases { patterns, cases } = serde_json::from_str(text).unwrap();
        let routes = Routes::new(patterns.iter().map(|path| route(path, &[])).collect());
        for (path, expected) in cases {
            assert_eq!(routes.find(&path).map(|route| &route.path), expected.as_ref(), "{path}");
        }
    }

    #[test]
    fn a_page_has_one_canonical_path() {
        for (pattern, path, expected) in [
            ("/", "/", true),
            ("/blog", "/blog", true),
            ("/blog/:id", "/blog/A-1", true),
            ("/blog", "/Blog", false),
            ("/blog", "//blog", false),
            ("/blog", "/blog/", false),
            ("/blog/:id", "/blog//a", false),
            ("/blog/:id", "/blog/", false),
            ("/blog/:id", "/BLOG/a", false),
        ] {
            let route = route(pattern, &[]);
            assert_eq!(route.is_spelled(path), expected, "{path}");
            let spelled = route.spelled(path);
            assert!(!fits(pattern, path) || route.is_spelled(&spelled), "{path}: {spelled}");
        }
    }

    #[test]
    fn only_declared_parameters_with_values_count_in_order() {
        let blog = route("/blog", &["busca", "categoria"]);
        for (query, expected) in [
            ("utm_source=x", None),
            ("", None),
            ("busca=", None),
            ("categoria=lideranca&utm=1&busca=a%20b", Some("busca=a+b&categoria=lideranca")),
            ("busca=a&busca=b", Some("busca=a")),
        ] {
            assert_eq!(blog.declared_query(query).as_deref(), expected, "{query}");
        }
    }
}
