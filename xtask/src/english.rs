//! Checks English: the openings of doc comments, names, titles of tests and log lines, in the voice of the standard
//! library. [`ALLOWANCES`] lists the exceptions from before a rule, by file. `cargo xtask tidy --lower` removes those no
//! longer needed.

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result, bail};
use regex::{Captures, Regex};

use crate::shell::root;

/// File of the allowances: rule, number of places and path on each line.
const ALLOWANCES: &str = "xtask/english-allowances.txt";

/// Function names that are not a verb with an object.
const FUNCTIONS: &[&str] = &[
    "act",
    "admit",
    "begin",
    "free",
    "hold",
    "judge",
    "keep",
    "look",
    "named",
    "nobody",
    "nonsense",
    "note",
    "one",
    "over",
    "owe",
    "own",
    "pasts",
    "settle",
    "shown",
    "some",
    "spend",
    "truth",
    "unreadable",
    "whose",
];

/// Files exempt from a rule: those with a vocabulary of their own, and help texts in the imperative.
const EXEMPT: &[(&str, Rule)] = &[
    ("crates/schema/src/rule/mod.rs", Rule::Function),
    ("crates/server/src/cli.rs", Rule::Opening),
    ("crates/server/src/cli.rs", Rule::Pronoun),
];

/// Maximum length of a test's title in characters.
const MAX_TITLE: usize = 60;

/// A rule of style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rule {
    Opening,
    Pronoun,
    Vague,
    Result,
    Errors,
    Question,
    Function,
    Constant,
    Test,
    Log,
}

impl Rule {
    const ALL: [Self; 10] = [
        Self::Opening,
        Self::Pronoun,
        Self::Vague,
        Self::Result,
        Self::Errors,
        Self::Question,
        Self::Function,
        Self::Constant,
        Self::Test,
        Self::Log,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Pronoun => "pronoun",
            Self::Vague => "vague",
            Self::Result => "result",
            Self::Errors => "errors",
            Self::Question => "question",
            Self::Function => "function",
            Self::Constant => "constant",
            Self::Test => "test",
            Self::Log => "log",
        }
    }

    const fn advice(self) -> &'static str {
        match self {
            Self::Opening => "open with a verb (`Returns`) or a noun, not with a question word",
            Self::Pronoun => "open with a noun, not with a pronoun or a preposition",
            Self::Vague => "name the parameter or the thing instead of `so many`, `so long` or `whatever`",
            Self::Result => "give the result a sentence with `Returns`",
            Self::Errors => "begin the section with `Returns` or `Fails`, and say when",
            Self::Question => "state it, do not ask",
            Self::Function => "name a function by verb and object",
            Self::Constant => "begin with MAX_ or MIN_, or end with _TIMEOUT or _RETENTION",
            Self::Test => "say subject, condition and result of one behaviour in 60 characters",
            Self::Log => "say what failed and what follows",
        }
    }

    fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// Numbers of places by rule and path.
type Counts = BTreeMap<(Rule, String), usize>;

/// The checker, with its findings so far.
pub struct English {
    /// Number of tests in `crates/*/tests`.
    pub tests: usize,
    opening: Regex,
    pronoun: Regex,
    vague: Regex,
    result: Regex,
    question: Regex,
    function: Regex,
    constant: Regex,
    test_attribute: Regex,
    test_words: Regex,
    title: Regex,
    /// Placeholder in the title of a test: `${name}`, `%s`.
    hole: Regex,
    log: Regex,
    log_words: Regex,
    literal: Regex,
    quoted: Regex,
    found: BTreeMap<(Rule, String), Vec<String>>,
}

impl English {
    /// Creates a checker without findings.
    ///
    /// # Errors
    /// Fails if a pattern is malformed.
    pub fn new() -> Result<Self> {
        let visibility = r"^\s*(?:export |pub(?:\([a-z ]+\))? )?";
        Ok(Self {
            tests: 0,
            opening: Regex::new(r"^(What|Who|Whom|Whose|Where|Whether|How|When|Which|Why)\b")?,
            pronoun: Regex::new(
                r"^(It|Its|They|Their|That|Those|These|Such|Some|Others|Somebody|Nobody|Everybody|Something|Nothing|None|Not|Only|As|So|By|From|In|Of|At|To|For|With|Without|Until|After|Before)\b\W*(\p{L}|$)",
            )?,
            vague: Regex::new(r"(?i)\b(so (many|much|long)|whatever)\b")?,
            result: Regex::new(
                r"(?i)[;:.] (how many|how often|its (new )?ids?|(none|nothing|false|true|null|refused)( (when|where|if|as)\b|\.|$))",
            )?,
            question: Regex::new(r"[a-z]\?( |$)")?,
            function: Regex::new(&format!(r"{visibility}(?:const )?(?:async )?fn (\w+)"))?,
            constant: Regex::new(&format!(
                r"{visibility}(?:const|static) ((?:MOST|LONGEST|LARGEST|LEAST|FEWEST|SHORTEST|DEEPEST|PATIENCE|REMEMBERED)[A-Z0-9_]*)\b"
            ))?,
            test_attribute: Regex::new(r"^#\[(?:\w+::)*(?:\w+_)?test(?:\(.*)?\]")?,
            test_words: Regex::new(
                r"^(it|its|they|that|those)_|(^|_)(what|who|whom|whose|whatever|however|nobody|somebody|everybody|nothing|everything)(_|$)",
            )?,
            title: Regex::new(
                r#"\b(?:test|it|describe)(?:\.(?:step|each|only|describe))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)"#,
            )?,
            hole: Regex::new(r"\$\{[^}]*\}|%\w")?,
            log: Regex::new(r"(?s)\b(?:error|warn|info|debug|trace)!\((.*?)\);")?,
            log_words: Regex::new(
                r"\b(nobody|words|asked|unasked|waits?|stands?|stays?|left|given up|noted|keeps|gets)\b",
            )?,
            literal: Regex::new(r#""((?:[^"\\]|\\.)*)""#)?,
            quoted: Regex::new(r#"`[^`]*`|\[[^\]]*\](?:\([^)]*\))?|"[^"]*"|'[^' ]*'|https?://\S+"#)?,
            found: BTreeMap::new(),
        })
    }

    /// Checks one source file.
    pub fn read(&mut self, path: &str, text: &str) {
        let is_rust = path.ends_with(".rs");
        for (line, block) in comments(text, is_rust) {
            self.read_comment(path, line, &block);
        }
        for (index, line) in text.lines().enumerate() {
            if let Some(name) = self.constant.captures(line).map(|found| found[1].to_owned()) {
                self.add(Rule::Constant, path, index + 1, &name);
            }
        }
        if is_rust {
            self.read_items(path, text);
            self.read_logs(path, text);
        } else {
            for found in self.title.clone().captures_iter(text) {
                let title = found.iter().skip(1).flatten().next().map_or("", |title| title.as_str());
                let title = self.hole.replace_all(title, "x").into_owned();
                let lower = title.to_lowercase();
                let words: Vec<_> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
                let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
                self.check_title(path, line_of(text, &found), &title, &words.join("_"));
            }
        }
    }

    fn add(&mut self, rule: Rule, path: &str, line: usize, place: &str) {
        if !EXEMPT.contains(&(path, rule)) {
            let places = self.found.entry((rule, path.to_owned())).or_default();
            places.push(format!("{path}:{line}: {place}"));
        }
    }

    fn read_comment(&mut self, path: &str, line: usize, comment: &Comment) {
        let text = self.quoted.replace_all(&comment.text, "x").into_owned();
        let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let joined = text.replace('\n', " ");
        if comment.is_doc {
            let checks = [
                (Rule::Opening, self.opening.is_match(first)),
                (Rule::Pronoun, self.pronoun.is_match(first)),
                (Rule::Vague, self.vague.is_match(first)),
            ];
            if let Some(found) = self.result.find(joined.trim_end()) {
                let line = line + text[..found.start()].matches('\n').count();
                self.add(Rule::Result, path, line, &joined[found.start()..]);
            }
            for (rule, _) in checks.into_iter().filter(|(_, is_broken)| *is_broken) {
                self.add(rule, path, line, first);
            }
            let mut lines = text.lines().skip_while(|line| *line != "# Errors").skip(1);
            if let Some(section) = lines.find(|line| !line.is_empty())
                && !section.starts_with("Returns")
                && !section.starts_with("Fails")
            {
                self.add(Rule::Errors, path, line, section);
            }
        }
        if let Some(found) = self.question.find(&joined) {
            let line = line + text[..found.start()].matches('\n').count();
            self.add(Rule::Question, path, line, &joined[..found.end()]);
        }
    }

    fn read_items(&mut self, path: &str, text: &str) {
        let is_test_file = path.contains("/tests/");
        let (mut is_test, mut in_tests) = (false, is_test_file);
        // The end of an `impl Trait for Type` block, whose names are the trait's.
        let mut end_of_impl: Option<String> = None;
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            in_tests |= trimmed.starts_with("#[cfg(test)]");
            is_test |= self.test_attribute.is_match(trimmed);
            if end_of_impl.as_deref() == Some(line) {
                end_of_impl = None;
            }
            if trimmed.starts_with("impl") && trimmed.contains(" for ") && trimmed.ends_with('{') {
                end_of_impl = Some(format!("{}}}", &line[..line.len() - trimmed.len()]));
            }
            let Some(name) = self.function.captures(line).map(|found| found[1].to_owned()) else { continue };
            if std::mem::take(&mut is_test) {
                self.tests += usize::from(is_test_file && path.starts_with("crates/"));
                self.check_title(path, index + 1, &name, &name);
            } else if !in_tests && end_of_impl.is_none() && FUNCTIONS.contains(&&*name) {
                self.add(Rule::Function, path, index + 1, &name);
            }
        }
    }

    /// Checks the title of a test. `name` is the title in snake_case.
    fn check_title(&mut self, path: &str, line: usize, title: &str, name: &str) {
        let is_joined = name.matches("_and_").count() > 1;
        if title.chars().count() > MAX_TITLE || is_joined || self.test_words.is_match(name) {
            self.add(Rule::Test, path, line, title);
        }
    }

    fn read_logs(&mut self, path: &str, text: &str) {
        for call in self.log.clone().captures_iter(text) {
            let line = line_of(text, &call);
            for literal in self.literal.clone().captures_iter(&call[1]) {
                if self.log_words.is_match(&literal[1]) {
                    self.add(Rule::Log, path, line, &literal[1]);
                }
            }
        }
    }

    fn counts(&self) -> Counts {
        self.found.iter().map(|(key, places)| (key.clone(), places.len())).collect()
    }

    /// Reports the files with more places than allowed. Returns a line with the sums of the allowed ones.
    ///
    /// # Errors
    /// Fails if the allowances cannot be read.
    pub fn compare(&self, broken: &mut Vec<String>) -> Result<String> {
        let allowed = allowances()?;
        for (key, places) in &self.found {
            if places.len() > allowed.get(key).copied().unwrap_or_default() {
                let (rule, path) = key;
                let allowed = allowed.get(key).copied().unwrap_or_default();
                broken.push(format!(
                    "{path}: English, rule `{}`: {} ({} places, {allowed} allowed)\n    {}",
                    rule.name(),
                    rule.advice(),
                    places.len(),
                    places.join("\n    ")
                ));
            }
        }
        let totals = totals(&self.counts());
        if totals.is_empty() {
            return Ok("English: no exceptions".to_owned());
        }
        let listed: Vec<_> = totals.iter().map(|(rule, count)| format!("{} {count}", rule.name())).collect();
        Ok(format!("English still allowed: {}", listed.join(", ")))
    }

    /// Writes the present numbers as the allowances. Files may move, but the sum of a rule must not grow.
    ///
    /// # Errors
    /// Fails if a sum grows, or if the file cannot be read or written.
    pub fn lower(&self) -> Result<()> {
        let counts = self.counts();
        let (before, now) = (totals(&allowances()?), totals(&counts));
        for (rule, count) in now {
            let allowed = before.get(&rule).copied().unwrap_or_default();
            if count > allowed {
                bail!("rule `{}` has {count} places, {allowed} are allowed", rule.name());
            }
        }
        let lines: String =
            counts.iter().map(|((rule, path), count)| format!("{} {count} {path}\n", rule.name())).collect();
        fs::write(root().join(ALLOWANCES), lines).with_context(|| format!("cannot write {ALLOWANCES}"))
    }
}

fn totals(counts: &Counts) -> BTreeMap<Rule, usize> {
    let mut totals = BTreeMap::new();
    for ((rule, _), count) in counts {
        *totals.entry(*rule).or_default() += count;
    }
    totals
}

fn allowances() -> Result<Counts> {
    let text =
        fs::read_to_string(root().join(ALLOWANCES)).with_context(|| format!("cannot read {ALLOWANCES}"))?;
    let read = |line: &str| {
        let (rule, rest) = line.split_once(' ')?;
        let (count, path) = rest.split_once(' ')?;
        Some(((Rule::of(rule)?, path.to_owned()), count.parse().ok()?))
    };
    text.lines().map(|line| read(line).with_context(|| format!("{ALLOWANCES}: `{line}`"))).collect()
}

/// Returns the number of the line on which a match begins.
fn line_of(text: &str, found: &Captures<'_>) -> usize {
    let start = found.get(0).map_or(0, |whole| whole.start());
    text[..start].matches('\n').count() + 1
}

/// A comment without its marks.
struct Comment {
    text: String,
    is_doc: bool,
}

/// Returns the comments of a file that begin a line, with the number of their first line. A run of lines of one kind is
/// one comment.
fn comments(text: &str, is_rust: bool) -> Vec<(usize, Comment)> {
    let marks: &[(&str, bool)] = if is_rust {
        &[("///", true), ("//!", true), ("//", false)]
    } else {
        &[("/**", true), ("//", false)]
    };
    let mut found: Vec<(usize, Comment)> = Vec::new();
    let mut open: Option<&str> = None;
    for (index, line) in text.lines().map(str::trim).enumerate() {
        let in_block = open == Some("/**");
        let mark = marks.iter().find(|(mark, _)| line.starts_with(mark));
        let (rest, is_doc) = match mark {
            _ if in_block => (line.trim_start_matches('*'), true),
            Some((mark, is_doc)) => (&line[mark.len()..], *is_doc),
            None => {
                open = None;
                continue;
            }
        };
        let rest = rest.trim_end_matches("*/").trim();
        let mark = mark.map(|(mark, _)| *mark).filter(|_| !in_block);
        match found.last_mut().filter(|_| in_block || open == mark) {
            Some((_, comment)) => {
                comment.text.push('\n');
                comment.text.push_str(rest);
            }
            None => found.push((index + 1, Comment { text: rest.to_owned(), is_doc })),
        }
        open = if in_block { open } else { mark };
        if open == Some("/**") && line.ends_with("*/") {
            open = None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(path: &str, text: &str) -> Vec<(Rule, usize)> {
        let mut english = English::new().unwrap();
        english.read(path, text);
        let line = |place: &String| place.split(':').nth(1).unwrap().parse().unwrap();
        let found = english.found.iter();
        found.flat_map(|((rule, _), places)| places.iter().map(|place| (*rule, line(place)))).collect()
    }

    #[test]
    fn each_rule_finds_its_places_in_rust() {
        let text = "/// Whether it is open.\nfn is_open() {}\n/// Its rows; none when empty.\n/// \n/// # Errors\n\
                    /// The database's.\nfn note() {}\n// Is it open? Then wait.\nconst MOST_ROWS: u8 = 1;\n\
                    fn f() {\n    tracing::warn!(%error, \"the task waits\");\n}\n/// Rows of so many.\nfn rows() {}\n";
        let expected = [
            (Rule::Opening, 1),
            (Rule::Pronoun, 3),
            (Rule::Vague, 13),
            (Rule::Result, 3),
            (Rule::Errors, 3),
            (Rule::Question, 8),
            (Rule::Function, 7),
            (Rule::Constant, 9),
            (Rule::Log, 11),
        ];
        assert_eq!(places("crates/a/src/lib.rs", text), expected);
    }

    #[test]
    fn good_english_and_the_names_of_traits_are_accepted() {
        let text = "/// Returns `true` if it is open.\n/// 12 rows; `none` when empty.\nfn is_open() {}\n\
                    impl Rule for Gate {\n    fn admit() {}\n}\n/// In 2 steps.\nconst MAX_ROWS: u8 = 1;\n\
                    #[cfg(test)]\nmod tests {\n    fn note() {}\n}\n";
        assert_eq!(places("crates/a/src/lib.rs", text), []);
    }

    #[test]
    fn titles_of_tests_are_checked_in_both_languages() {
        let long = "a".repeat(MAX_TITLE + 1);
        let rust = format!(
            "#[test]\nfn nobody_writes() {{}}\n#[db_test]\nasync fn {long}() {{}}\n#[ateneu_testkit::test(sqlite)]\n\
             #[ignore]\nfn a_row_is_written() {{}}\n#[tokio::test]\nfn a_and_b_and_c() {{}}\n"
        );
        assert_eq!(
            places("crates/a/tests/it.rs", &rust),
            [(Rule::Test, 2), (Rule::Test, 4), (Rule::Test, 9)]
        );
        let typescript = "describe('its rows', () => {\n  test(\n    'everything is written', () => {});\n  test('a row', f);\n  \
                          await test.step('who reads it', f);\n});\n/** What is shown. */\nconst a = 1;\n/**\n * Who reads.\n */\n\
                          export const MOST_ROWS = 1;\n  test(\"nobody's rows\", f);\n  it(`a row of ${nobody}`, f);\n";
        let expected = [
            (Rule::Opening, 7),
            (Rule::Opening, 9),
            (Rule::Constant, 12),
            (Rule::Test, 1),
            (Rule::Test, 2),
            (Rule::Test, 5),
            (Rule::Test, 13),
        ];
        assert_eq!(places("web/src/a.test.ts", typescript), expected);
    }
}
