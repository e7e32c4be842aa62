//! Periods that the owner's privacy policy names for data that is kept.

use ateneu_base::{Period, fold::fold};

use crate::files::LegalContent;

/// Section of the policy that says how long data is kept.
const SECTION: &str = "por-quanto-tempo";

/// Beginnings of folded words by which other sections speak of kept data.
const KEEPING: [&str; 7] = ["guard", "conserv", "mantemos", "apag", "anonimiz", "elimin", "exclui"];

/// Folded word by which the terms promise a notice before a change.
const AHEAD: &str = "antecedencia";

/// Returns the longest period in days by which the owner's terms promise to announce a change. Returns `None` if they promise
/// none.
pub fn announced_days(terms: &LegalContent) -> Option<u32> {
    let texts = terms.sections.iter().flat_map(|section| section.paragraphs.iter().chain(&section.items));
    let promises = texts.flatten().filter_map(|text| promise(text, true));
    let ahead = promises.filter(|promise| promise.mentions(&[AHEAD]));
    let days = |period| match period {
        Period::Days(days) => days,
        Period::Months(months) => months.saturating_mul(31),
    };
    ahead.flat_map(|promise| promise.periods).map(days).max()
}

/// A text of the policy that names periods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The text.
    pub text: String,
    /// Folded words of the text.
    words: Vec<String>,
    /// Periods in it.
    pub periods: Vec<Period>,
}

impl Promise {
    /// Returns `true` if the text holds one of the folded words.
    pub fn mentions(&self, topics: &[&str]) -> bool {
        self.words.iter().any(|word| topics.contains(&word.as_str()))
    }
}

/// Returns the texts of the policy that name a period for kept data.
pub fn promises(policy: &LegalContent) -> Vec<Promise> {
    let mut promises = Vec::new();
    for section in &policy.sections {
        let texts = section.paragraphs.iter().chain(&section.items).flatten();
        promises.extend(texts.filter_map(|text| promise(text, &*section.id == SECTION)));
    }
    promises
}

fn promise(text: &str, keeps: bool) -> Option<Promise> {
    let folded = fold(text);
    let words: Vec<String> = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let keeps = keeps || words.iter().any(|word| KEEPING.iter().any(|start| word.starts_with(start)));
    let periods = periods(&words);
    (keeps && !periods.is_empty()).then(|| Promise { text: text.to_owned(), words, periods })
}

/// Returns the periods that the folded words name.
fn periods(words: &[String]) -> Vec<Period> {
    let period = |(place, unit): (usize, &String)| {
        let count = number(&words[..place])?;
        match unit.as_str() {
            "dia" | "dias" => Some(Period::Days(count)),
            "semana" | "semanas" => Some(Period::Days(count.saturating_mul(7))),
            "mes" | "meses" => Some(Period::Months(count)),
            "ano" | "anos" => Some(Period::Months(count.saturating_mul(12))),
            _ => None,
        }
    };
    words.iter().enumerate().filter_map(period).collect()
}

/// Returns the number at the end of the words: `30`, `trinta`, `cento e oitenta`.
fn number(words: &[String]) -> Option<u32> {
    let (last, before) = words.split_last()?;
    let value = value(last)?;
    let [.., and] = before else { return Some(value) };
    let tens = (and == "e").then(|| number(&before[..before.len() - 1])).flatten();
    // 'Dois e três' are two numbers, 'quarenta e cinco' is one.
    Some(tens.filter(|tens| *tens >= 20 && tens % 10 == 0 && *tens > value).unwrap_or_default() + value)
}

fn value(word: &str) -> Option<u32> {
    const WORDS: [(&str, u32); 35] = [
        ("um", 1),
        ("uma", 1),
        ("dois", 2),
        ("duas", 2),
        ("tres", 3),
        ("quatro", 4),
        ("cinco", 5),
        ("seis", 6),
        ("sete", 7),
        ("oito", 8),
        ("nove", 9),
        ("dez", 10),
        ("onze", 11),
        ("doze", 12),
        ("treze", 13),
        ("quatorze", 14),
        ("catorze", 14),
        ("quinze", 15),
        ("dezesseis", 16),
        ("dezessete", 17),
        ("dezoito", 18),
        ("dezenove", 19),
        ("vinte", 20),
        ("trinta", 30),
        ("quarenta", 40),
        ("cinquenta", 50),
        ("sessenta", 60),
        ("setenta", 70),
        ("oitenta", 80),
        ("noventa", 90),
        ("cem", 100),
        ("cento", 100),
        ("duzentos", 200),
        ("trezentos", 300),
        ("quatrocentos", 400),
    ];
    let known = WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    known.or_else(|| word.parse().ok().filter(|value| *value <= 10_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn periods_of(text: &str) -> Vec<Period> {
        promise(text, true).map(|promise| promise.periods).unwrap_or_default()
    }

    #[test]
    fn periods_are_read_in_words_and_figures() {
        let cases = [
            ("até dois anos depois da última resposta", vec![Period::Months(24)]),
            ("Seis meses, ou 180 dias", vec![Period::Months(6), Period::Days(180)]),
            ("por 30 (trinta) dias", vec![Period::Days(30)]),
            ("cento e oitenta e cinco dias", vec![Period::Days(185)]),
            ("quarenta e cinco dias", vec![Period::Days(45)]),
            ("entre dois e três anos", vec![Period::Months(36)]),
            ("duas semanas e um mês", vec![Period::Days(14), Period::Months(1)]),
            ("todo dia, a cada ano", vec![]),
        ];
        for (text, expected) in cases {
            assert_eq!(periods_of(text), expected, "{text}");
        }
    }

    #[test]
    fn the_terms_name_the_days_before_a_change() {
        let terms = crate::Content::open(None).expect("the embedded files").current().terms.clone();
        assert_eq!(announced_days(&terms), Some(30));
        let mut silent = terms;
        silent.sections.retain(|section| &*section.id == "objeto");
        assert_eq!(announced_days(&silent), None);
    }

    #[test]
    fn a_term_for_an_answer_is_no_period_of_keeping() {
        assert_eq!(promise("A resposta chega em até quinze dias.", false), None);
        let kept = promise("Guardamos as suas mensagens por três anos.", false);
        assert_eq!(kept.map(|promise| promise.periods), Some(vec![Period::Months(36)]));
    }
}
