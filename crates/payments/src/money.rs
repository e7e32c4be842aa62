//! Amounts and days as Brazilians read them.

use ateneu_base::Timestamp;

/// São Paulo's distance to UTC, all year round since 2019.
const OFFSET_SECONDS: i64 = 3 * 3_600;

/// `R$ 1.284,00`
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

/// `21/11/2026`, the day in São Paulo.
pub(crate) fn day(at: Timestamp) -> String {
    let text = Timestamp::from_seconds(at.seconds() - OFFSET_SECONDS).to_string();
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    format!("{}/{}/{}", part(8, 10), part(5, 7), part(0, 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_days_are_read_as_in_brazil() {
        for (centavos, text) in [
            (0, "R$ 0,00"),
            (4_705, "R$ 47,05"),
            (128_400, "R$ 1.284,00"),
            (123_456_789, "R$ 1.234.567,89"),
        ] {
            assert_eq!(reais(centavos), text);
        }
        let late = Timestamp::parse("2026-12-01T02:59:59Z").unwrap();
        assert_eq!(day(late), "30/11/2026");
    }
}
