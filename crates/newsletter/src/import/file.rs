//! Rows of a file: UTF-8 with or without a byte order mark, or Windows-1252; semicolons or commas.

use std::collections::HashSet;

use ateneu_base::{
    Timestamp, calendar, email,
    fold::{fold, one_line},
};
use ateneu_data::{CsvLine, Error, csv_lines};

use super::report::{ImportFault, ImportProblem};
use crate::refused::Refused;

/// Maximum lengths in characters, and number of tags.
const MAX_SOURCE: usize = 200;
const MAX_TAG: usize = 60;
const MAX_TAGS: usize = 20;

/// Length of an address in a report, in characters.
const MAX_SHOWN: usize = 80;

/// A valid row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) email: String,
    pub(super) consented_at: Timestamp,
    pub(super) source: String,
    pub(super) tags: Vec<String>,
}

/// Places of the columns in a line.
struct Columns {
    email: usize,
    date: Option<usize>,
    source: Option<usize>,
    tags: Option<usize>,
}

/// Headings of the columns, folded. The first of each is that of the panel's own file.
const EMAIL: &[&str] = &["e-mail", "email", "endereco", "endereco de e-mail"];
const DATE: &[&str] = &["consentimento", "data do consentimento", "data", "consent_date", "consented_at"];
const SOURCE: &[&str] = &["origem do consentimento", "origem", "fonte", "consent_source", "source"];
const TAGS: &[&str] = &["etiquetas", "tags"];

/// Reads a file. Returns its valid rows, and the faults of the others.
///
/// # Errors
/// Fails with `import_unreadable` if it is no such file.
pub(super) fn read(bytes: &[u8], now: Timestamp) -> Result<(Vec<Row>, Vec<ImportFault>), Error> {
    let text = text_of(bytes)?;
    let unreadable = |_| Refused::ImportUnreadable;
    let mut lines = csv_lines(&text, separator(&text)).map_err(unreadable)?.into_iter();
    let columns =
        lines.next().and_then(|header| Columns::of(&header)).ok_or(Refused::ImportWithoutAddresses)?;
    let (mut rows, mut faults, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for line in lines.filter(|line| line.values.iter().any(|value| !value.text.trim().is_empty())) {
        let row = columns.row(&line, now).and_then(|row| match seen.insert(row.email.clone()) {
            true => Ok(row),
            false => Err(ImportProblem::Repeated),
        });
        match row {
            Ok(row) => rows.push(row),
            Err(problem) => {
                let email = columns.text(&line, Some(columns.email)).chars().take(MAX_SHOWN).collect();
                faults.push(ImportFault { line: line.number, email, problem });
            }
        }
    }
    Ok((rows, faults))
}

/// Returns the text of a file. Bytes that are not UTF-8 are read as Windows-1252, which spreadsheets write.
fn text_of(bytes: &[u8]) -> Result<String, Refused> {
    // A file of another kind, such as a spreadsheet or UTF-16.
    if bytes.contains(&0) {
        return Err(Refused::ImportUnreadable);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    })
}

/// Returns the separator that the header has more often.
fn separator(text: &str) -> char {
    let header = text.lines().next().unwrap_or_default();
    if header.matches(';').count() >= header.matches(',').count() { ';' } else { ',' }
}

impl Columns {
    fn of(header: &CsvLine) -> Option<Self> {
        let names: Vec<String> = header.values.iter().map(|value| fold(value.text.trim())).collect();
        let place = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        Some(Self { email: place(EMAIL)?, date: place(DATE), source: place(SOURCE), tags: place(TAGS) })
    }

    fn text(&self, line: &CsvLine, place: Option<usize>) -> String {
        let value = place.and_then(|place| line.values.get(place));
        // Files of the panel have an apostrophe before what a spreadsheet would run as a formula.
        value.map_or_else(String::new, |value| {
            let text = one_line(&value.text);
            text.strip_prefix('\'').unwrap_or(&text).trim().to_owned()
        })
    }

    fn row(&self, line: &CsvLine, now: Timestamp) -> Result<Row, ImportProblem> {
        let email = email::canonical(&self.text(line, Some(self.email))).ok_or(ImportProblem::Address)?;
        let date = Some(self.text(line, self.date)).filter(|date| !date.is_empty());
        let consented_at = date_of(&date.ok_or(ImportProblem::NoDate)?).ok_or(ImportProblem::Date)?;
        if consented_at > now {
            return Err(ImportProblem::Date);
        }
        let source = self.text(line, self.source);
        match source.chars().count() {
            0 => return Err(ImportProblem::NoSource),
            length if length > MAX_SOURCE => return Err(ImportProblem::Source),
            _ => {}
        }
        let tags = self.text(line, self.tags);
        let tags: Vec<String> =
            tags.split([',', '|']).map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        if tags.len() > MAX_TAGS || tags.iter().any(|tag| tag.chars().count() > MAX_TAG) {
            return Err(ImportProblem::Tags);
        }
        Ok(Row { email, consented_at, source, tags })
    }
}

/// Reads `31/12/2025`, `31/12/2025 14:30`, `2025-12-31` and full times.
fn date_of(text: &str) -> Option<Timestamp> {
    // A time with a zone. Others are São Paulo's.
    if text.get(10..).is_some_and(|time| time.contains(['Z', '+', '-'])) {
        return Timestamp::parse(text).ok();
    }
    let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, "00:00"));
    let mut parts = day.split('/');
    let iso = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(day), Some(month), Some(year), None) if year.len() == 4 => {
            format!("{year}-{month:0>2}-{day:0>2}")
        }
        (Some(iso), None, ..) => iso.to_owned(),
        _ => return None,
    };
    let (hours, minutes) = time.split_once(':')?;
    let minutes = minutes.split(':').next().unwrap_or_default();
    let (hours, minutes): (u64, u64) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    let start = calendar::start_of_iso_day(&iso)?;
    Some(start + std::time::Duration::from_mins(hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-29T12:00:00Z").unwrap()
    }

    fn rows(bytes: &[u8]) -> Vec<Row> {
        read(bytes, now()).unwrap().0
    }

    #[test]
    fn encodings_and_separators_give_the_same_rows() {
        let text =
            "E-mail;Data;Origem;Etiquetas\r\nana@casa.test;31/12/2025;Feira de São Paulo;evento, café\r\n";
        let expected = vec![Row {
            email: "ana@casa.test".into(),
            consented_at: Timestamp::parse("2025-12-31T03:00:00Z").unwrap(),
            source: "Feira de São Paulo".into(),
            tags: vec!["evento".into(), "café".into()],
        }];
        assert_eq!(rows(text.as_bytes()), expected);
        assert_eq!(rows(format!("\u{feff}{text}").as_bytes()), expected);
        let (windows, _, _) = encoding_rs::WINDOWS_1252.encode(text);
        assert!(std::str::from_utf8(&windows).is_err());
        assert_eq!(rows(&windows), expected);
        let commas = text.replace("evento, café", "\"evento, café\"").replace(';', ",");
        assert_eq!(rows(commas.as_bytes()), expected);
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        let at = |text: &str| date_of(text).map(|at| at.to_string());
        for same in ["31/12/2025", "2025-12-31", "31/12/2025 00:00", "2025-12-31T03:00:00Z"] {
            assert_eq!(at(same), at("31/12/2025"), "{same}");
        }
        assert_eq!(at("1/2/2025 14:30:05"), at("2025-02-01T17:30:00Z"));
        for wrong in
            ["", "31/13/2025", "30/02/2025", "12/31/2025", "31/12/25", "ontem", "1/2/2025 25:00", "1/2"]
        {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_row_without_consent_is_named_with_its_line() {
        let text = "Nome,E-mail,Data,Origem\n\
                    Ana,ana@casa.test,2025-01-01,Evento\n\
                    Bia,bia@casa.test,,Evento\n\
                    \"Caio\nLima\",caio@casa.test,2025-01-01,\n\
                    \n\
                    Davi,sem-arroba,2025-01-01,Evento\n\
                    Eva,eva@casa.test,2030-01-01,Evento\n\
                    Ana,ANA@casa.test,2025-01-01,Evento\n\
                    Fim,fim@casa.test,2025-01-01,'=Evento\n";
        let (rows, faults) = read(text.as_bytes(), now()).unwrap();
        let read: Vec<_> = rows.iter().map(|row| (row.email.as_str(), row.source.as_str())).collect();
        assert_eq!(read, [("ana@casa.test", "Evento"), ("fim@casa.test", "=Evento")]);
        let faults: Vec<_> = faults.iter().map(|fault| (fault.line, fault.problem)).collect();
        assert_eq!(
            faults,
            [
                (3, ImportProblem::NoDate),
                (4, ImportProblem::NoSource),
                (7, ImportProblem::Address),
                (8, ImportProblem::Date),
                (9, ImportProblem::Repeated),
            ]
        );
    }

    #[test]
    fn other_files_are_refused() {
        for other in ["", "\n", "Nome;Data\nAna;2025", "E-mail;Data\n\"ana", "E\0-\0m\0"] {
            assert!(read(other.as_bytes(), now()).is_err(), "{other:?}");
        }
        let without = read(b"E-mail\nana@casa.test\n", now()).unwrap();
        assert_eq!(
            without.1[0].problem,
            ImportProblem::NoDate,
            "a file without the columns has no valid row"
        );
    }
}
