//! Regular expressions of requests: small ones only, each compiled once, matched in bounded time.
//!
//! The `regex` crate takes at most text times pattern, but one call cannot be interrupted, and both may be long. So a
//! large product is searched with a lazily built automaton, which reads each byte once and gives up if the pattern
//! makes it too large.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, LazyLock, Weak},
};

use parking_lot::Mutex;
use regex::{Regex, RegexBuilder};
use regex_automata::{
    Input,
    hybrid::dfa::{Cache, DFA},
    nfa::thompson::NFA,
    util::{pool::Pool, syntax},
};

use crate::Error;

/// Longest pattern in bytes.
const MAX_PATTERN_BYTES: usize = 512;
/// Maximum size of a compiled program in bytes (one `\w`, which covers every script, takes 30 kB). The lazily built
/// automaton may take as much again for each thread.
const MAX_PROGRAM_BYTES: usize = 128 << 10;
/// Maximum nesting depth of groups.
const MAX_DEPTH: u32 = 16;
/// Number of compiled patterns that are cached, by last use.
const KEPT: usize = 32;
/// Maximum number of steps (bytes times states of the program) that `regex`, the faster for most patterns, searches in
/// one call: at worst some 10 ms.
const FEW_STEPS: usize = 1_000_000;
/// The same for searches that run once for each listener.
const AT_ONCE_STEPS: usize = FEW_STEPS / 5;
/// Maximum number of steps of a search that the automaton gave up: some 50 ms.
const MAX_STEPS: usize = 5_000_000;
/// Number of times that the automaton may be rebuilt as too large before it gives up.
const REBUILDS: usize = 3;

static COMPILED: Mutex<VecDeque<Arc<Pattern>>> = Mutex::new(VecDeque::new());
/// Every pattern in use, by its text and case sensitivity.
static LIVING: LazyLock<Mutex<Living>> = LazyLock::new(Mutex::default);

type Living = HashMap<(String, bool), Weak<Pattern>>;

/// A regular expression of a request.
pub struct Pattern {
    text: String,
    ignores_case: bool,
    states: usize,
    automaton: DFA,
    caches: Pool<
        Cache,
        Box<dyn Fn() -> Cache + Send + Sync + std::panic::UnwindSafe + std::panic::RefUnwindSafe>,
    >,
    regex: Regex,
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Pattern").field(&self.text).finish()
    }
}

/// Returns `true` if the text is a regular expression small enough for [`crate::Dialect::regex`].
pub fn is_pattern(pattern: &str, ignores_case: bool) -> bool {
    Pattern::compiled(pattern, ignores_case).is_ok()
}

impl Pattern {
    /// Returns the compiled pattern, shared by equal texts while it is in use.
    ///
    /// # Errors
    /// Returns [`Error::Value`] if the text is no pattern, or too large.
    pub fn compiled(text: &str, ignores_case: bool) -> Result<Arc<Self>, Error> {
        {
            let mut kept = COMPILED.lock();
            let same = |one: &Arc<Self>| one.ignores_case == ignores_case && one.text == text;
            if let Some(one) = kept.iter().position(same).and_then(|index| kept.remove(index)) {
                kept.push_front(Arc::clone(&one));
                return Ok(one);
            }
        }
        let known = LIVING.lock().get(&(text.to_owned(), ignores_case)).and_then(Weak::upgrade);
        let one = match known {
            Some(known) => known,
            None => {
                let one = Arc::new(Self::compile(text, ignores_case)?);
                let mut living = LIVING.lock();
                living.retain(|_, pattern| pattern.strong_count() > 0);
                living.insert((text.to_owned(), ignores_case), Arc::downgrade(&one));
                one
            }
        };
        let mut kept = COMPILED.lock();
        kept.push_front(Arc::clone(&one));
        kept.truncate(KEPT);
        Ok(one)
    }

    fn compile(text: &str, ignores_case: bool) -> Result<Self, Error> {
        let refused = |error: &dyn std::fmt::Display| Error::Value(error.to_string());
        if text.len() > MAX_PATTERN_BYTES {
            return Err(Error::Value(format!("a pattern of more than {MAX_PATTERN_BYTES} bytes")));
        }
        let regex = RegexBuilder::new(text)
            .case_insensitive(ignores_case)
            .size_limit(MAX_PROGRAM_BYTES)
            .dfa_size_limit(MAX_PROGRAM_BYTES)
            .nest_limit(MAX_DEPTH)
            .build()
            .map_err(|error| refused(&error))?;
        let nfa = NFA::compiler()
            .configure(NFA::config().nfa_size_limit(Some(MAX_PROGRAM_BYTES)))
            .syntax(syntax::Config::new().case_insensitive(ignores_case).nest_limit(MAX_DEPTH))
            .build(text)
            .map_err(|error| refused(&error))?;
        let states = nfa.states().len();
        let automaton = DFA::builder()
            .configure(
                DFA::config()
                    .cache_capacity(MAX_PROGRAM_BYTES)
                    .skip_cache_capacity_check(true)
                    .minimum_cache_clear_count(Some(REBUILDS))
                    .unicode_word_boundary(true),
            )
            .build_from_nfa(nfa)
            .map_err(|error| refused(&error))?;
        let source = automaton.clone();
        let caches = Pool::new(Box::new(move || source.create_cache()) as Box<_>);
        Ok(Self { text: text.to_owned(), ignores_case, states, automaton, caches, regex })
    }

    /// Returns `true` if it is found, `None` if the search would take too long.
    pub(crate) fn is_found_in(&self, text: &str) -> Option<bool> {
        let steps = text.len().saturating_mul(self.states);
        if steps <= FEW_STEPS {
            return Some(self.regex.is_match(text));
        }
        let found = self.found_by_automaton(text);
        found.or_else(|| (steps <= MAX_STEPS).then(|| self.regex.is_match(text)))
    }

    /// Returns `true` if it is found, `None` if the search would take more than some milliseconds.
    pub fn is_found_at_once(&self, text: &str) -> Option<bool> {
        match text.len().saturating_mul(self.states) {
            0..=AT_ONCE_STEPS => Some(self.regex.is_match(text)),
            _ => self.found_by_automaton(text),
        }
    }

    fn found_by_automaton(&self, text: &str) -> Option<bool> {
        let input = Input::new(text).earliest(true);
        let found = self.automaton.try_search_fwd(&mut self.caches.get(), &input);
        found.ok().map(|end| end.is_some())
    }

    /// Returns the number of steps that a search in the text may take.
    pub(crate) fn steps(&self, text: &str) -> usize {
        text.len().saturating_mul(self.states).min(MAX_STEPS)
    }
}

/// Number of compared characters between two checks of the cost.
const STEPS_PER_LOOK: usize = 16 << 10;

/// Matches `LIKE` with `%`, `_` and `\` as PostgreSQL does. At worst every character of the text is compared with
/// every one of the pattern: `spend` receives the number of comparisons and may end the search.
///
/// # Errors
/// Fails if `spend` does.
pub fn like<E>(text: &str, pattern: &str, spend: impl Fn(usize) -> Result<(), E>) -> Result<bool, E> {
    // Most searches are `%words%`, of every row, and need no split of the text.
    let inside = pattern.strip_prefix('%').and_then(|rest| rest.strip_suffix('%'));
    if let Some(words) = inside.filter(|words| !words.contains(['%', '_', '\\'])) {
        return Ok(text.contains(words));
    }
    enum Part {
        Any,
        One,
        Char(char),
    }
    let mut parts = Vec::new();
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        parts.push(match c {
            '%' => Part::Any,
            '_' => Part::One,
            '\\' => Part::Char(characters.next().unwrap_or('\\')),
            c => Part::Char(c),
        });
    }
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut part) = (0, 0);
    // Position to resume at, one character further, if the part after the last `%` does not match.
    let mut resume: Option<(usize, usize)> = None;
    let mut steps = 0;
    while at < text.len() {
        steps += 1;
        if steps == STEPS_PER_LOOK {
            spend(steps)?;
            steps = 0;
        }
        let fits = match parts.get(part) {
            Some(Part::Any) => {
                resume = Some((part, at));
                part += 1;
                continue;
            }
            Some(Part::One) => true,
            Some(Part::Char(c)) => *c == text[at],
            None => false,
        };
        if fits {
            at += 1;
            part += 1;
            continue;
        }
        let Some((any, from)) = resume else { return Ok(false) };
        resume = Some((any, from + 1));
        at = from + 1;
        part = any + 1;
    }
    Ok(parts[part..].iter().all(|part| matches!(part, Part::Any)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_patterns_are_small_enough_and_costly_ones_refused() {
        for pattern in ["^Dom", "(a|b)+c", r"\w+", r"^\w+@\w+$", "[à-ü]{1,40}", r"\bfoo\b", "a{1,200}"] {
            for ignores_case in [false, true] {
                assert!(is_pattern(pattern, ignores_case), "{pattern} {ignores_case}");
            }
        }
        for pattern in
            [r"\w{20}0", r"(\w{9}){9}", "((((((((((((((((((a))))))))))))))))))", "(", &"a".repeat(600)]
        {
            assert!(!is_pattern(pattern, false), "{pattern}");
        }
    }

    #[test]
    fn a_search_agrees_with_the_regex_crate() {
        let texts = ["Gestão de pessoas", "a\nb", "", "ação", "foo bar", "xfoox", "AÇÃO", "aaaab"];
        for pattern in
            ["^Gest", "pessoas$", r"\bfoo\b", "(?i)ação", "a{3,}b", "^$", "a.b", "[^a-z ]", "(?m)^b$", "x*"]
        {
            for ignores_case in [false, true] {
                let ours = Pattern::compiled(pattern, ignores_case).unwrap();
                let theirs = RegexBuilder::new(pattern).case_insensitive(ignores_case).build().unwrap();
                for text in &texts {
                    // The automaton does not support word boundaries beside letters beyond ASCII.
                    let found = ours
                        .is_found_in(text)
                        .or_else(|| pattern.contains("\\b").then(|| theirs.is_match(text)));
                    assert_eq!(found, Some(theirs.is_match(text)), "{pattern} in {} bytes", text.len());
                }
            }
        }
    }

    #[test]
    fn a_search_over_its_cost_limit_is_refused() {
        let (long, natural) = ("a".repeat(500_000), "palavra perdida no texto ".repeat(20_000));
        for pattern in [
            "(a{1,100}){1,5}b",
            "(a|aa|aaa){60}b",
            "[a-z ]{1,200}z[a-z ]{1,200}q",
            "palavra.{3,9}texto",
            "zzz$",
        ] {
            let pattern = Pattern::compiled(pattern, false).unwrap();
            for text in [&long, &natural] {
                // The result does not matter: without a limit one of these takes half a minute.
                let _ = pattern.is_found_in(text);
            }
        }
        assert_eq!(Pattern::compiled("(a{1,100}){1,5}b", false).unwrap().is_found_in(&long), None);
        assert_eq!(Pattern::compiled("o te?xto$", false).unwrap().is_found_in(&natural), Some(false));
    }

    #[test]
    fn equal_texts_are_compiled_once_while_in_use() {
        let used = Pattern::compiled("used for long", false).unwrap();
        for number in 0..2 * KEPT {
            Pattern::compiled(&format!("other {number}"), false).unwrap();
        }
        assert!(Arc::ptr_eq(&used, &Pattern::compiled("used for long", false).unwrap()));
        assert_eq!(used.is_found_at_once("this is used for long"), Some(true));
    }

    #[test]
    fn only_the_last_used_patterns_are_kept() {
        for number in 0..100 {
            Pattern::compiled(&format!("kept {number}"), false).unwrap();
        }
        assert_eq!(COMPILED.lock().len(), KEPT);
    }
}
