//! PostgreSQL's order of JSON values, as bytes that compare alike. Numbers compare by all their digits.
//!
//! Ascending: null, texts, numbers, booleans, lists, objects. Lists and objects compare by their length first, objects
//! then by their members, shorter names first. A top-level empty list comes before everything, as in PostgreSQL.

/// First byte of the key of each kind of value.
mod rank {
    pub(super) const EMPTY_LIST: u8 = 1;
    pub(super) const NULL: u8 = 2;
    pub(super) const TEXT: u8 = 3;
    pub(super) const NUMBER: u8 = 4;
    pub(super) const TRUTH: u8 = 5;
    pub(super) const LIST: u8 = 6;
    pub(super) const OBJECT: u8 = 7;
}

/// Maximum nesting depth.
const DEPTH: usize = 128;

/// Returns bytes that order as the values do. Returns `None` if the text is not JSON.
pub(crate) fn key(json: &str) -> Option<Vec<u8>> {
    let mut reader = Reader { rest: json.trim_start() };
    let key = reader.value(DEPTH)?;
    let is_empty_list = key == [rank::LIST, 0, 0, 0, 0];
    reader.rest.trim_start().is_empty().then(|| if is_empty_list { vec![rank::EMPTY_LIST] } else { key })
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn takes(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Vec<u8>> {
        let depth = depth.checked_sub(1)?;
        self.rest = self.rest.trim_start();
        match self.rest.bytes().next()? {
            b'"' => {
                let mut key = vec![rank::TEXT];
                add_text(&mut key, &self.text()?);
                Some(key)
            }
            b'[' => self.list(depth),
            b'{' => self.object(depth),
            b'n' => self.takes("null").then(|| vec![rank::NULL]),
            b'f' => self.takes("false").then(|| vec![rank::TRUTH, 0]),
            b't' => self.takes("true").then(|| vec![rank::TRUTH, 1]),
            _ => {
                let is_part = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
                let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
                let (number, rest) = self.rest.split_at(end);
                self.rest = rest;
                number_key(number)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<u8>> {
        self.takes("[");
        let (mut count, mut items) = (0_u32, Vec::new());
        if !self.takes("]") {
            loop {
                items.extend(self.value(depth)?);
                count += 1;
                if !self.takes(",") {
                    break;
                }
            }
            self.takes("]").then_some(())?;
        }
        let mut key = vec![rank::LIST];
        key.extend(count.to_be_bytes());
        key.extend(items);
        Some(key)
    }

    fn object(&mut self, depth: usize) -> Option<Vec<u8>> {
        self.takes("{");
        let mut members = std::collections::BTreeMap::new();
        if !self.takes("}") {
            loop {
                self.rest = self.rest.trim_start();
                let name = self.text()?;
                self.takes(":").then_some(())?;
                members.insert((name.len(), name), self.value(depth)?);
                if !self.takes(",") {
                    break;
                }
            }
            self.takes("}").then_some(())?;
        }
        let mut key = vec![rank::OBJECT];
        key.extend(u32::try_from(members.len()).ok()?.to_be_bytes());
        for ((_, name), value) in members {
            add_text(&mut key, &name);
            key.extend(value);
        }
        Some(key)
    }

    /// Reads a quoted text.
    fn text(&mut self) -> Option<String> {
        let bytes = self.rest.as_bytes();
        let mut end = 1;
        while *bytes.get(end)? != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let text = serde_json::from_str(self.rest.get(..=end)?).ok()?;
        self.rest = &self.rest[end + 1..];
        Some(text)
    }
}

/// Appends the bytes of a text and an end that is less than every byte.
fn add_text(key: &mut Vec<u8>, text: &str) {
    for byte in text.bytes() {
        key.push(byte);
        if byte == 0 {
            key.push(0xff);
        }
    }
    key.extend([0, 0]);
}

/// Returns sign, exponent and digits of a number. Those of a negative number are inverted.
fn number_key(number: &str) -> Option<Vec<u8>> {
    let (is_negative, unsigned) = number.strip_prefix('-').map_or((false, number), |rest| (true, rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let leading = digits.bytes().take_while(|byte| *byte == b'0').count();
    let significant = digits[leading..].trim_end_matches('0');
    if significant.is_empty() {
        return Some(vec![rank::NUMBER, 0x80]);
    }
    // The number is 0.<significant> times ten to this power.
    let power = exponent.saturating_add(whole.len() as i64).saturating_sub(leading as i64);
    let mut magnitude = ((power as u64) ^ (1 << 63)).to_be_bytes().to_vec();
    magnitude.extend(significant.bytes());
    magnitude.push(0);
    let mut key = vec![rank::NUMBER, if is_negative { 0x7f } else { 0x81 }];
    key.extend(magnitude.into_iter().map(|byte| if is_negative { !byte } else { byte }));
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_the_values() {
        let ordered = [
            "[]",
            "null",
            r#""""#,
            r#""B""#,
            r#""a""#,
            r#""a\u0000""#,
            r#""ab""#,
            "-12345678901234567890124",
            "-12345678901234567890123",
            "-10",
            "-2.5",
            "-0.01",
            "0",
            "0.001",
            "2.5",
            "9",
            "10",
            "100",
            "12345678901234567890123",
            "12345678901234567890124",
            "false",
            "true",
            "[1]",
            "[[]]",
            "[0, 0]",
            "{}",
            r#"{"aa": 1}"#,
            r#"{"aa": 2}"#,
            r#"{"b": 1}"#,
            r#"{"a": 1, "b": 1}"#,
        ];
        let keys: Vec<_> = ordered.iter().map(|json| key(json).unwrap()).collect();
        for (pair, keys) in ordered.windows(2).zip(keys.windows(2)) {
            assert!(keys[0] < keys[1], "{pair:?}");
        }
    }

    #[test]
    fn equal_values_have_equal_keys() {
        for (one, other) in [
            ("10", "10.0"),
            ("10", "1e1"),
            ("-0", "0"),
            ("0.5", "5e-1"),
            (r#"{"a":1,"b":2}"#, r#"{ "b": 2, "a": 1.0 }"#),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for broken in ["", "{", "[1", "1 2", "nul", r#""a"#, r#"{"a"}"#, "1.e", "-"] {
            assert_eq!(key(broken), None, "{broken}");
        }
    }
}
