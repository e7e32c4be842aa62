//! Formats amounts for Brazilians.

/// Formats centavos as `R$ 1.284,00`.
pub(crate) fn reais(centavos: i64) -> String {
    let whole = (centavos / 100).to_string();
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    format!("R$ {grouped},{:02}", centavos % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_in_brazil() {
        for (centavos, text) in
            [(0, "R$ 0,00"), (4_705, "R$ 47,05"), (128_400, "R$ 1.284,00"), (123_456_789, "R$ 1.234.567,89")]
        {
            assert_eq!(reais(centavos), text);
        }
    }
}
