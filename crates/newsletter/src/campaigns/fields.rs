//! Personal fields of a letter, filled for one recipient.

use ateneu_base::{
    fold::one_line,
    personal_fields::{self, PersonalField},
};

/// Maximum length of a filled name in characters.
const MAX_NAME: usize = 80;

/// A recipient, as the letter names them. Unknown values are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The full name.
    pub name: String,
    /// The address.
    pub email: String,
    /// Name of the plan.
    pub plan: String,
}

impl Person {
    /// Returns a text with the person's values. `escape` makes a value safe for its place.
    pub fn fill(&self, text: &str, escape: fn(&str) -> String) -> String {
        personal_fields::fill(text, |field| {
            let value = self.value(field);
            (!value.is_empty()).then(|| escape(&value))
        })
    }

    fn value(&self, field: PersonalField) -> String {
        let name = one_line(&self.name);
        let part = match field {
            PersonalField::FirstName => name.split(' ').next().unwrap_or_default(),
            PersonalField::Name => &name,
            PersonalField::Email => return self.email.clone(),
            PersonalField::Plan => return self.plan.clone(),
        };
        part.chars().take(MAX_NAME).collect()
    }
}

#[cfg(test)]
mod tests {
    use ateneu_schema::sanitize;

    use super::*;

    fn filled(text: &str, name: &str) -> String {
        let person = Person { name: name.into(), email: "ana@casa.test".into(), plan: "Essencial".into() };
        person.fill(text, sanitize::escape)
    }

    #[test]
    fn a_field_is_filled_or_shows_its_default() {
        assert_eq!(filled("Olá, {primeiro_nome|leitor}!", "Ana Lima"), "Olá, Ana!");
        assert_eq!(filled("Olá, {nome|leitor}!", "Ana Lima"), "Olá, Ana Lima!");
        assert_eq!(filled("Olá, {nome| leitor }!", ""), "Olá, leitor!");
        assert_eq!(filled("{plano|gratuito} {email|x}", ""), "Essencial ana@casa.test");
        assert_eq!(filled("{nome|x}", "<b>\n\"A\" & Cia"), "&lt;b&gt; &quot;A&quot; &amp; Cia");
        assert_eq!(filled("{nome|x}", &"a".repeat(500)).len(), MAX_NAME);
    }

    #[test]
    fn a_filled_value_is_not_read_again() {
        assert_eq!(filled("{nome|x}", "{plano|x}"), "{plano|x}");
    }
}
