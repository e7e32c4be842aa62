//! The built `index.html` and the parts inserted for a page: head tags, the rendered HTML, its data, and preload hints
//! for its code.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::{engine::Rendered, error::Error};

const PRELOAD: &str = "rel=\"modulepreload\"";

/// The document of every page.
#[derive(Debug)]
pub struct Template {
    before_head: String,
    before_body: String,
    before_state: String,
    rest: String,
    manifest: BTreeMap<String, Chunk>,
    /// Names in the manifest of the files that the template's first script imports.
    application: Vec<String>,
}

/// One file of the build, as in Vite's manifest.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Chunk {
    file: String,
    imports: Vec<String>,
    dynamic_imports: Vec<String>,
    css: Vec<String>,
}

impl Template {
    /// Reads the built `index.html` and the build's manifest.
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
        let mut template =
            Self { before_head, before_body, before_state, rest, manifest, application: Vec::new() };
        let own = template.manifest.values().filter(|chunk| !template.is_new(&chunk.file));
        template.application = own.flat_map(|chunk| chunk.dynamic_imports.clone()).collect();
        Ok(template)
    }

    /// Returns the complete page. Scripts of a rendered page are loaded after the first paint. If the browser must
    /// render, they are preloaded.
    pub fn fill(&self, page: &Rendered) -> String {
        let (styles, scripts) = self.needed(page.modules.iter().map(String::as_str));
        let styles = self.links("rel=\"stylesheet\"", &styles);
        let (preloads, named) = match page.body.as_str() {
            "" => (self.links(PRELOAD, &scripts), String::new()),
            _ => (String::new(), format!(" data-scripts=\"/{}\"", scripts.join(" /"))),
        };
        let boot = match page.state.as_str() {
            "" => String::new(),
            state => {
                format!("<script type=\"application/json\" id=\"__boot\"{named}>{}</script>", escape(state))
            }
        };
        let parts: [&str; 9] = [
            &self.before_head,
            &page.head,
            &styles,
            &preloads,
            &self.before_body,
            &page.body,
            &self.before_state,
            &boot,
            &self.rest,
        ];
        parts.concat()
    }

    /// Returns the page without rendered content, for the browser to render.
    pub fn bare(&self) -> String {
        let (_, scripts) = self.needed([]);
        [
            self.before_head.as_str(),
            &self.links(PRELOAD, &scripts),
            &self.before_body,
            &self.before_state,
            &self.rest,
        ]
        .concat()
    }

    /// Returns the styles and scripts of these modules and the application that the template does not name already.
    fn needed<'a>(&'a self, modules: impl IntoIterator<Item = &'a str>) -> (Vec<&'a str>, Vec<&'a str>) {
        let mut seen = BTreeSet::new();
        let application = self.application.iter().map(String::as_str);
        let mut waiting: Vec<&str> = modules.into_iter().chain(application).collect();
        let (mut styles, mut scripts) = (Vec::new(), Vec::new());
        while let Some(name) = waiting.pop() {
            let Some(chunk) = self.manifest.get(name).filter(|_| seen.insert(name)) else {
                continue;
            };
            waiting.extend(chunk.imports.iter().rev().map(String::as_str));
            styles.extend(chunk.css.iter().map(String::as_str));
            if chunk.file.ends_with(".js") {
                scripts.push(chunk.file.as_str());
            }
        }
        styles.retain(|file| self.is_new(file));
        scripts.retain(|file| self.is_new(file));
        (styles, scripts)
    }

    fn is_new(&self, file: &str) -> bool {
        let href = format!("\"/{file}\"");
        let parts = [&self.before_head, &self.before_body, &self.before_state, &self.rest];
        !parts.iter().any(|part| part.contains(&href))
    }

    fn links(&self, what: &str, files: &[&str]) -> String {
        files.iter().map(|file| format!("<link {what} crossorigin href=\"/{file}\">")).collect()
    }
}

/// Escapes JSON so that it cannot end its script element.
fn escape(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependencies::Dependencies;

    const INDEX: &str =
        "<head><script src=\"/assets/entry.js\"></script><!--head--></head><i><!--body--></i><!--state-->.";
    const MANIFEST: &[u8] = br#"{
        "_entry.js": {"file": "assets/entry.js", "dynamicImports": ["_base.js"], "css": ["assets/entry.css"]},
        "_base.js": {"file": "assets/base.js", "imports": ["_entry.js"], "dynamicImports": ["src/routes/blog.tsx"]},
        "src/routes/blog.tsx": {"file": "assets/blog.js", "css": ["assets/blog.css"], "imports": ["_entry.js", "_base.js"]}
    }"#;

    fn page(state: &str, modules: &[&str]) -> Rendered {
        Rendered {
            status: 200,
            location: None,
            head: "<title>t</title>".into(),
            body: "<p>b</p>".into(),
            state: state.into(),
            modules: modules.iter().map(ToString::to_string).collect(),
            reads: Dependencies::default(),
        }
    }

    #[test]
    fn a_rendered_page_links_its_styles_and_only_names_its_scripts() {
        let template = Template::read(INDEX, MANIFEST).unwrap();
        assert_eq!(
            template.fill(&page("{}", &["src/routes/blog.tsx", "src/unknown.tsx"])),
            "<head><script src=\"/assets/entry.js\"></script><title>t</title>\
             <link rel=\"stylesheet\" crossorigin href=\"/assets/entry.css\">\
             <link rel=\"stylesheet\" crossorigin href=\"/assets/blog.css\"></head><i><p>b</p></i>\
             <script type=\"application/json\" id=\"__boot\" data-scripts=\"/assets/base.js /assets/blog.js\">{}</script>."
        );
    }

    #[test]
    fn a_page_the_browser_renders_has_its_scripts_fetched_at_once() {
        let template = Template::read(INDEX, MANIFEST).unwrap();
        let page = Rendered { body: String::new(), ..page("{}", &["src/routes/blog.tsx"]) };
        assert_eq!(
            template.fill(&page),
            "<head><script src=\"/assets/entry.js\"></script><title>t</title>\
             <link rel=\"stylesheet\" crossorigin href=\"/assets/entry.css\">\
             <link rel=\"stylesheet\" crossorigin href=\"/assets/blog.css\">\
             <link rel=\"modulepreload\" crossorigin href=\"/assets/base.js\">\
             <link rel=\"modulepreload\" crossorigin href=\"/assets/blog.js\"></head><i></i>\
             <script type=\"application/json\" id=\"__boot\">{}</script>."
        );
        assert_eq!(
            template.bare(),
            "<head><script src=\"/assets/entry.js\"></script>\
             <link rel=\"modulepreload\" crossorigin href=\"/assets/base.js\"></head><i></i>."
        );
    }

    #[test]
    fn data_cannot_leave_its_script_element() {
        let state =
            serde_json::json!({"x": "</script><script>alert(1)</script><!--\u{2028}\u{2029}"}).to_string();
        let html = Template::read(INDEX, MANIFEST).unwrap().fill(&page(&state, &[]));
        let (_, boot) = html.split_once("id=\"__boot\"").unwrap();
        let (_, boot) = boot.split_once('>').unwrap();
        let (boot, _) = boot.split_once("</script>").unwrap();
        assert!(!boot.contains(['<', '\u{2028}', '\u{2029}']), "{boot}");
        let read: serde_json::Value = serde_json::from_str(boot).unwrap();
        assert_eq!(read.to_string(), state);
    }

    #[test]
    fn a_marker_that_is_missing_or_out_of_order_is_refused() {
        for index in ["<!--head--><!--body-->", "<!--body--><!--head--><!--state-->"] {
            assert!(matches!(Template::read(index, b"{}"), Err(Error::BadBuild(_))), "{index}");
        }
    }
}
