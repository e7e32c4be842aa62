//! Regular expressions from outside: small ones only, each compiled once.

use std::{collections::VecDeque, sync::Arc};

use parking_lot::Mutex;
use regex::{Regex, RegexBuilder};

/// Longest pattern in bytes.
const LONGEST: usize = 512;
/// Largest compiled program in bytes (one `\w`, which knows every script, takes 30 kB); the lazily built automaton may take as much again for each thread.
const LARGEST: usize = 128 << 10;
/// How deep groups may nest.
const DEEPEST: u32 = 16;
/// How many compiled patterns are kept, the ones used last first.
const KEPT: usize = 32;

static COMPILED: Mutex<VecDeque<Arc<Compiled>>> = Mutex::new(VecDeque::new());

struct Compiled {
    pattern: String,
    ignores_case: bool,
    regex: Regex,
}

/// True when the text is a regular expression that is small enough to be searched with ([`crate::Dialect::regex`]).
pub fn is_pattern(pattern: &str, ignores_case: bool) -> bool {
    compiled(pattern, ignores_case).is_ok()
}

/// The compiled pattern.
pub(crate) fn compiled(pattern: &str, ignores_case: bool) -> Result<Regex, regex::Error> {
    {
        let mut kept = COMPILED.lock();
        let same = |one: &Arc<Compiled>| one.ignores_case == ignores_case && one.pattern == pattern;
        if let Some(one) = kept.iter().position(same).and_then(|index| kept.remove(index)) {
            kept.push_front(Arc::clone(&one));
            return Ok(one.regex.clone());
        }
    }
    if pattern.len() > LONGEST {
        return Err(regex::Error::CompiledTooBig(LARGEST));
    }
    let regex = RegexBuilder::new(pattern)
        .case_insensitive(ignores_case)
        .size_limit(LARGEST)
        .dfa_size_limit(LARGEST)
        .nest_limit(DEEPEST)
        .build()?;
    let one = Compiled { pattern: pattern.to_owned(), ignores_case, regex: regex.clone() };
    let mut kept = COMPILED.lock();
    kept.push_front(Arc::new(one));
    kept.truncate(KEPT);
    Ok(regex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_patterns_are_small_enough_and_costly_ones_refused() {
        for pattern in ["^Dom", "(a|b)+c", r"\w+", r"^\w+@\w+$", "[à-ü]{1,40}", r"\bfoo\b", "a{1,200}"] {
            for ignores_case in [false, true] {
                let ended = compiled(pattern, ignores_case);
                assert!(ended.is_ok(), "{pattern} {ignores_case}: {ended:?}");
            }
        }
        for pattern in
            [r"\w{20}0", r"(\w{9}){9}", "((((((((((((((((((a))))))))))))))))))", "(", &"a".repeat(600)]
        {
            assert!(!is_pattern(pattern, false), "{pattern}");
        }
    }

    #[test]
    fn only_the_last_used_patterns_are_kept() {
        for number in 0..100 {
            compiled(&format!("kept {number}"), false).unwrap();
        }
        assert_eq!(COMPILED.lock().len(), KEPT);
    }
}
