//! The text of a letter without HTML.

use super::pieces::{Element, PLANS, Piece, absolute};

/// Returns the text with blank lines between its parts. Links follow their words in parentheses. `plans` names the link to
/// the plans.
pub(super) fn render(pieces: &[Piece], site: &str, plans: &str) -> String {
    let mut text = PlainText { site: site.to_owned(), ..PlainText::default() };
    for piece in pieces {
        match piece {
            Piece::Text(words) => text.words(words),
            Piece::Open(element) => text.open(element),
            Piece::Close(name) => text.close(name),
            Piece::Teaser(words) => {
                text.end_block();
                text.line = format!("[{}] {plans}: {site}{PLANS}", words.trim());
                text.end_block();
            }
        }
    }
    text.end_block();
    text.blocks.join("\n\n")
}

#[derive(Default)]
struct PlainText {
    site: String,
    blocks: Vec<String>,
    line: String,
    /// Number of quotes around the text.
    quotes: usize,
    /// Lists around the text: the next number, `None` without numbers.
    lists: Vec<Option<u32>>,
    /// True until the first item of a list.
    begins_list: bool,
    /// Number of `pre` around the text, where white space counts.
    preformatted: usize,
    /// Links around the text: address, and length of the line before its words.
    links: Vec<(String, usize)>,
}

impl PlainText {
    fn words(&mut self, words: &str) {
        if self.preformatted > 0 {
            self.line.push_str(words);
            return;
        }
        if words.starts_with(char::is_whitespace) {
            self.space();
        }
        self.line.push_str(&words.split_whitespace().collect::<Vec<_>>().join(" "));
        if words.ends_with(char::is_whitespace) {
            self.space();
        }
    }

    fn space(&mut self) {
        if !self.line.is_empty() && !self.line.ends_with(char::is_whitespace) {
            self.line.push(' ');
        }
    }

    fn open(&mut self, element: &Element) {
        match element.name.as_str() {
            "br" => self.line.push('\n'),
            "hr" => {
                self.end_block();
                self.line.push_str("* * *");
                self.end_block();
            }
            "a" => {
                let link = absolute(element.attribute("href"), &self.site);
                self.links.push((link, self.line.len()));
            }
            "img" => {
                let alt = element.attribute("alt").trim().to_owned();
                if !alt.is_empty() {
                    self.space();
                    self.line.push_str(&format!("[{alt}]"));
                }
            }
            "blockquote" => {
                self.end_block();
                self.quotes += 1;
            }
            "pre" => {
                self.end_block();
                self.preformatted += 1;
            }
            "ul" | "ol" => {
                self.end_block();
                self.begins_list |= self.lists.is_empty();
                self.lists.push((element.name == "ol").then_some(1));
            }
            "li" => {
                self.end_block();
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.line.push_str(&mark);
            }
            "td" | "th" if !self.line.is_empty() => self.line.push_str(" | "),
            // The paragraph of a list item continues its line.
            "p" if self.line.ends_with("- ") || self.line.ends_with(". ") => {}
            name if is_block(name) => self.end_block(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "a" => {
                if let Some((link, before)) = self.links.pop() {
                    let words = self.line.get(before..).unwrap_or_default().trim();
                    if !link.is_empty() && words != link && !link.starts_with('#') {
                        self.line.push_str(&format!(" ({link})"));
                    }
                }
            }
            "blockquote" => {
                self.end_block();
                self.quotes = self.quotes.saturating_sub(1);
            }
            "pre" => {
                self.end_block();
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            "ul" | "ol" => {
                self.end_block();
                self.lists.pop();
            }
            name if is_block(name) => self.end_block(),
            _ => {}
        }
    }

    /// Ends the block. An item of a list follows the one before without a blank line.
    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.line);
        let block = block.trim_matches([' ', '\n']);
        if block.is_empty() || matches!(block, "-") {
            return;
        }
        let quote = "> ".repeat(self.quotes);
        let indent = "  ".repeat(self.lists.len().saturating_sub(1));
        let lines: Vec<_> = block.lines().map(|line| format!("{quote}{indent}{}", line.trim_end())).collect();
        let lines = lines.join("\n");
        let is_next = !std::mem::take(&mut self.begins_list) && !self.lists.is_empty();
        match self.blocks.last_mut().filter(|before| is_next && is_item(before)) {
            Some(before) => *before = format!("{before}\n{lines}"),
            None => self.blocks.push(lines),
        }
    }
}

/// Returns `true` if the last line of a block is an item of a list.
fn is_item(block: &str) -> bool {
    let line = block.lines().next_back().unwrap_or_default().trim_start_matches(['>', ' ']);
    line.starts_with("- ") || line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "aside"
            | "figure"
            | "figcaption"
            | "table"
            | "tr"
            | "details"
            | "summary"
            | "section"
            | "div"
    )
}

#[cfg(test)]
mod tests {
    use super::super::pieces;
    use super::*;

    #[test]
    fn paragraphs_lists_quotes_and_links_read_well() {
        let html = r#"<h2>Um tema</h2><p>Leia <a href="/blog/x">o
            artigo</a>, <strong>hoje</strong>.</p><ul><li>Um</li><li><p>Dois</p></li></ul>
            <ol><li>Primeiro</li><li>Segundo</li></ol><blockquote><p>Citação<br>longa</p></blockquote>
            <p>Fim <a href="https://a.test">https://a.test</a></p><hr><img src="/a.png" alt="Gráfico">"#;
        let expected = "Um tema\n\nLeia o artigo (https://casa.test/blog/x), hoje.\n\n- Um\n- Dois\n\n1. Primeiro\n2. Segundo\n\n> Citação\n> longa\n\nFim https://a.test\n\n* * *\n\n[Gráfico]";
        assert_eq!(render(&pieces::read(html), "https://casa.test", "Conhecer os planos"), expected);
    }

    #[test]
    fn a_teaser_names_the_page_with_the_plans() {
        let html = r#"<p>Um</p><section data-audience="members"><p>Dois</p></section>"#;
        let text = render(&pieces::read_open(html), "https://casa.test", "Conhecer os planos");
        assert!(text.starts_with("Um\n\n[") && text.ends_with("https://casa.test/pricing"), "{text}");
    }
}
