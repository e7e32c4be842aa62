//! Personal fields of a letter: `{nome|leitor}` stands for the recipient's name, or `leitor` if it is unknown.

/// Maximum length of a default in characters.
pub const MAX_DEFAULT_LENGTH: usize = 60;

/// A field that a letter may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonalField {
    /// First name of the recipient.
    FirstName,
    /// Whole name of the recipient.
    Name,
    /// Address of the recipient.
    Email,
    /// Name of the recipient's plan.
    Plan,
}

impl PersonalField {
    /// All fields, in the order of the editor's menu.
    pub const ALL: [Self; 4] = [Self::FirstName, Self::Name, Self::Email, Self::Plan];

    /// Returns the name in a text.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstName => "primeiro_nome",
            Self::Name => "nome",
            Self::Email => "email",
            Self::Plan => "plano",
        }
    }

    /// Returns the name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::FirstName => "Primeiro nome",
            Self::Name => "Nome completo",
            Self::Email => "E-mail",
            Self::Plan => "Plano",
        }
    }

    /// Returns the suggested default.
    pub fn example(self) -> &'static str {
        match self {
            Self::FirstName | Self::Name => "leitor",
            Self::Email => "seu e-mail",
            Self::Plan => "gratuito",
        }
    }

    fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// Reason why a letter with such a field is refused, with the field's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No field has the name.
    UnknownField(String),
    /// The default is missing, blank or too long.
    NoDefault(String),
}

/// Checks the fields of a text.
///
/// # Errors
/// Fails with the problem of the first unfit field.
pub fn check(text: &str) -> Result<(), Problem> {
    for field in fields(text) {
        let default = field.default.unwrap_or_default().trim();
        if PersonalField::of(field.name).is_none() {
            return Err(Problem::UnknownField(field.name.to_owned()));
        }
        if default.is_empty() || default.chars().count() > MAX_DEFAULT_LENGTH {
            return Err(Problem::NoDefault(field.name.to_owned()));
        }
    }
    Ok(())
}

/// Returns the text with each field replaced by its value, or by its default where `value` returns `None`. In HTML,
/// values must be escaped. Unknown fields stay as they are.
pub fn fill(text: &str, mut value: impl FnMut(PersonalField) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut copied = 0;
    for Found { begin, end, name, default } in fields(text) {
        let Some(field) = PersonalField::of(name) else { continue };
        filled.push_str(&text[copied..begin]);
        match value(field) {
            Some(value) => filled.push_str(&value),
            None => filled.push_str(default.unwrap_or_default().trim()),
        }
        copied = end;
    }
    filled.push_str(&text[copied..]);
    filled
}

/// Returns the text as everybody reads it, with the defaults.
pub fn with_defaults(text: &str) -> String {
    fill(text, |_| None)
}

/// A field in a text.
struct Found<'t> {
    begin: usize,
    end: usize,
    name: &'t str,
    default: Option<&'t str>,
}

/// Returns the fields of a text: a name of small letters and underscores in braces, and what follows its bar. Other
/// braces are text.
fn fields(text: &str) -> impl Iterator<Item = Found<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let begin = at + text[at..].find('{')?;
            at = begin + 1;
            let inside = &text[at..];
            let Some(length) = inside.find(['{', '}', '<', '>']) else { continue };
            if !inside[length..].starts_with('}') {
                continue;
            }
            let inside = &inside[..length];
            let (name, default) =
                inside.split_once('|').map_or((inside, None), |(name, default)| (name, Some(default)));
            let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
            if !name.is_empty() && name.chars().all(is_name) {
                at += length + 1;
                return Some(Found { begin, end: at, name, default });
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_values_or_their_defaults() {
        let text = "<p>Olá, {primeiro_nome|leitor}! {email| seu }{nome|x}</p>{";
        assert_eq!(with_defaults(text), "<p>Olá, leitor! seux</p>{");
        let ana = |field| (field == PersonalField::FirstName).then(|| "Ana".to_owned());
        assert_eq!(fill(text, ana), "<p>Olá, Ana! seux</p>{");
    }

    #[test]
    fn unknown_fields_and_missing_defaults_are_problems() {
        for (text, expected) in [
            ("{nome|leitor} {} {1} {a b} {nome", Ok(())),
            ("{Nome|x} { nome } {no<b>me</b>|x} {{email|x}", Ok(())),
            ("{cidade|aqui}", Err(Problem::UnknownField("cidade".into()))),
            ("{nome|a} {sobrenome}", Err(Problem::UnknownField("sobrenome".into()))),
            ("{nome}", Err(Problem::NoDefault("nome".into()))),
            ("{nome| }", Err(Problem::NoDefault("nome".into()))),
            (&format!("{{nome|{}}}", "a".repeat(61)), Err(Problem::NoDefault("nome".into()))),
        ] {
            assert_eq!(check(text), expected, "{text}");
        }
        assert_eq!(with_defaults("{cidade|aqui} {a b}"), "{cidade|aqui} {a b}");
    }
}
