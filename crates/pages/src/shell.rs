//! The built `index.html` and what is put into it: head tags, the rendered page, its data, and hints to load the code of
//! the page ahead.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::{engine::Rendered, error::Error};

/// The document every page is written into.
#[derive(Debug)]
pub struct Shell {
    before_head: String,
    before_body: String,
    before_state: String,
    rest: String,
    manifest: BTreeMap<String, Chunk>,
}

/// One file of the build, as Vite's manifest tells it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
}

impl Shell {
    /// From the built `index.html` and the build's manifest.
    pub fn read(index: &str, manifest: &[u8]) -> Result<Self, Error> {
        let cut = |text: &str, marker: &str| {
            let (before, after) = text
                .split_once(marker)
                .ok_or_else(|| Error::BadBuild(format!("index.html has no {marker} where it belongs")))?;
            Ok::<_, Error>((before.to_owned(), after.to_owned()))
        };
        let (before_head, rest) = cut(index, "<!--head-->")?;
        let (before_body, rest) = cut(&rest, "<!--body-->")?;
        let (before_state, rest) = cut(&rest, "<!--state-->")?;
        let manifest = serde_json::from_slice(manifest)
            .map_err(|error| Error::BadBuild(format!("its manifest: {error}")))?;
        Ok(Self {
            before_head,
            before_body,
            before_state,
            rest,
            manifest,
        })
    }

    /// The complete page.
    pub fn fill(&self, page: &Rendered) -> String {
        let boot = match page.state.as_str() {
            "" => String::new(),
            state => format!(
                "<script type=\"application/json\" id=\"__boot\">{}</script>",
                escape(state)
            ),
        };
        let preloads = self.preloads(&page.modules);
        let parts: [&str; 8] = [
            &self.before_head,
            &page.head,
            &preloads,
            &self.before_body,
            &page.body,
            &self.before_state,
            &boot,
            &self.rest,
        ];
        parts.concat()
    }

    /// The page without anything rendered: the browser does everything.
    pub fn bare(&self) -> String {
        [
            self.before_head.as_str(),
            &self.before_body,
            &self.before_state,
            &self.rest,
        ]
        .concat()
    }

    /// Links to the page's own code and styles that the shell does not name already.
    fn preloads(&self, modules: &[String]) -> String {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<&str> = modules.iter().rev().map(String::as_str).collect();
        let mut links = String::new();
        while let Some(name) = waiting.pop() {
            let Some(chunk) = self.manifest.get(name).filter(|_| seen.insert(name)) else {
                continue;
            };
            waiting.extend(chunk.imports.iter().rev().map(String::as_str));
            for style in &chunk.css {
                links += &self.link("rel=\"stylesheet\"", style);
            }
            if chunk.file.ends_with(".js") {
                // Behind what the first paint waits for, and the code all pages share: many small files, each a way there
                // and back.
                links += &self.link("rel=\"modulepreload\" fetchpriority=\"low\"", &chunk.file);
            }
        }
        links
    }

    fn link(&self, what: &str, file: &str) -> String {
        let href = format!("\"/{file}\"");
        let shell = [
            &self.before_head,
            &self.before_body,
            &self.before_state,
            &self.rest,
        ];
        if shell.iter().any(|part| part.contains(&href)) {
            return String::new();
        }
        format!("<link {what} crossorigin href={href}>")
    }
}

/// JSON that cannot end the script element it stands in.
fn escape(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reads::Reads;

    const INDEX: &str =
        "<head><script src=\"/assets/entry.js\"></script><!--head--></head><i><!--body--></i><!--state-->.";
    const MANIFEST: &[u8] = br#"{
        "index.html": {"file": "assets/entry.js", "imports": ["_shared.js"]},
        "_shared.js": {"file": "assets/shared.js"},
        "src/routes/blog.tsx": {"file": "assets/blog.js", "css": ["assets/blog.css"], "imports": ["index.html", "_shared.js"]}
    }"#;

    fn page(state: &str, modules: &[&str]) -> Rendered {
        Rendered {
            status: 200,
            location: None,
            head: "<title>t</title>".into(),
            body: "<p>b</p>".into(),
            state: state.into(),
            modules: modules.iter().map(ToString::to_string).collect(),
            reads: Reads::default(),
        }
    }

    #[test]
    fn every_part_stands_at_its_marker_and_only_new_files_are_linked() {
        let shell = Shell::read(INDEX, MANIFEST).unwrap();
        assert_eq!(
            shell.fill(&page("{}", &["src/routes/blog.tsx", "src/unknown.tsx"])),
            "<head><script src=\"/assets/entry.js\"></script><title>t</title>\
             <link rel=\"stylesheet\" crossorigin href=\"/assets/blog.css\">\
             <link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"/assets/blog.js\">\
             <link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"/assets/shared.js\"></head><i><p>b</p></i>\
             <script type=\"application/json\" id=\"__boot\">{}</script>."
        );
        assert_eq!(
            shell.bare(),
            "<head><script src=\"/assets/entry.js\"></script></head><i></i>."
        );
    }

    #[test]
    fn data_cannot_leave_its_script_element_and_still_reads_the_same() {
        let state =
            serde_json::json!({"x": "</script><script>alert(1)</script><!--\u{2028}\u{2029}"}).to_string();
        let html = Shell::read(INDEX, MANIFEST).unwrap().fill(&page(&state, &[]));
        let boot = html
            .split_once("id=\"__boot\">")
            .unwrap()
            .1
            .split_once("</script>")
            .unwrap()
            .0;
        assert!(!boot.contains(['<', '\u{2028}', '\u{2029}']), "{boot}");
        let read: serde_json::Value = serde_json::from_str(boot).unwrap();
        assert_eq!(read.to_string(), state);
    }

    #[test]
    fn a_marker_that_is_missing_or_out_of_order_is_refused() {
        for index in ["<!--head--><!--body-->", "<!--body--><!--head--><!--state-->"] {
            assert!(
                matches!(Shell::read(index, b"{}"), Err(Error::BadBuild(_))),
                "{index}"
            );
        }
    }
}
