//! Transcript of a recording, parsed from its captions (WebVTT, <https://www.w3.org/TR/webvtt1/>).

/// A spoken line.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Time of its beginning, in milliseconds.
    pub from: i64,
    pub text: String,
}

/// Parses the lines of captions. Those without a valid time, or without words, are left out.
pub fn lines(captions: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let mut is_inside = false;
    for line in captions.lines() {
        if let Some((from, _)) = line.split_once("-->") {
            let from = instant(from.trim());
            is_inside = from.is_some();
            found.extend(from.map(|from| Line { from, text: String::new() }));
        } else if line.trim().is_empty() {
            is_inside = false;
        } else if let Some(last) = found.last_mut().filter(|_| is_inside) {
            if !last.text.is_empty() {
                last.text.push(' ');
            }
            last.text.push_str(plain(line).trim());
        }
    }
    found.retain(|line| !line.text.trim().is_empty());
    found
}

/// Parses `01:02.500` or `01:00:02.500` into milliseconds.
fn instant(text: &str) -> Option<i64> {
    let (clock, thousandths) = text.split_once('.')?;
    let mut seconds = 0;
    for part in clock.split(':') {
        seconds = seconds * 60 + i64::from(part.parse::<u16>().ok()?);
    }
    Some(seconds * 1_000 + i64::from(thousandths.parse::<u16>().ok()?))
}

/// Removes tags and entities.
fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut is_tag = false;
    for c in line.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            _ if is_tag => {}
            _ => text.push(c),
        }
    }
    text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caption_text_is_read_without_tags_and_notes() {
        let captions = "WEBVTT\r\n\r\nNOTE revisado\r\n\r\n1\r\n00:01.500 --> 00:02.000 align:start\r\n<v Ana>Olá,\r\n\
                        <i>você</i> &amp; eu.\r\n\r\n01:00:03.000 --> 01:00:04.000\r\nFim.";
        let line = |from, text: &str| Line { from, text: text.into() };
        assert_eq!(lines(captions), [line(1_500, "Olá, você & eu."), line(3_603_000, "Fim.")]);
    }

    #[test]
    fn malformed_captions_have_no_lines() {
        for broken in ["", "WEBVTT\n\nx --> y\nnada", "WEBVTT\n\n00:01.000 --> 00:02.000\n\nsolto", "-->\n<"]
        {
            assert_eq!(lines(broken), [], "{broken}");
        }
    }
}
