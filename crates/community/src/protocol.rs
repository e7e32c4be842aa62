//! The protocol numbers of reports.

/// Returns the protocol number of a report: the end of its id, in groups for reading aloud.
pub fn protocol(id: &str) -> String {
    let digits: String = id.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_uppercase();
    let tail = digits.get(digits.len().saturating_sub(10)..).unwrap_or_default();
    format!("DEN-{}-{}", tail.get(..5).unwrap_or_default(), tail.get(5..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::protocol;

    #[test]
    fn a_protocol_number_is_the_end_of_the_id() {
        assert_eq!(protocol("0198c0de-0000-7000-8000-0a1b2c3d4e5f"), "DEN-1B2C3-D4E5F");
    }
}
