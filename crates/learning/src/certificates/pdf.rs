//! The certificate as PDF: A4 landscape, in the style of the pages; archivable (PDF/A-2a) and accessible (PDF/UA-1).
//! Fonts are embedded, so the text can be selected and searched.

use std::num::NonZeroU16;

use ateneu_base::{Timestamp, calendar};
use ateneu_drawing::{
    Block, Breaking, Error, Line, TextBox, art,
    palette::{BLOCK, HAIRLINE, INK, LONG_TEXT, META, PAPER},
};
use krilla::{
    Document, SerializeSettings,
    action::{Action, LinkAction},
    annotation::{Annotation, LinkAnnotation, Target},
    configure::{Accessibility, Archival, ConfigurationBuilder},
    destination::XyzDestination,
    geom::{PathBuilder, Point, Rect},
    metadata::Metadata,
    outline::{Outline, OutlineNode},
    page::{Page, PageSettings},
    surface::Surface,
    tagging::{ContentTag, SpanTag, Tag, TagGroup, TagKind, TagTree},
};
use qrcode::{Color, EcLevel, QrCode};

use super::{
    certificate::Certificate,
    fonts::{Face, Faces, faces},
    ink::{Style, decoration, draw_line, fill, rectangle, triangle},
};

const PAGE: (f32, f32) = (841.89, 595.28);
/// Width of the plate of art, on the left.
const PLATE: f32 = 224.0;
const LEFT: f32 = 272.0;
const RIGHT: f32 = 793.0;
const QR: f32 = 86.0;
const HEADING: &str = "Certificado de conclusão";

/// Issuer named on a certificate.
pub struct Issuer {
    pub name: String,
    pub role: String,
    pub monogram: String,
}

/// Draws the certificate. `link` is the URL of its public page.
///
/// # Errors
/// Returns a defect of the program.
pub fn draw(certificate: &Certificate, issuer: &Issuer, link: &str) -> Result<Vec<u8>, Error> {
    let undrawn = |what: &str| Error(what.to_owned());
    let faces = faces().ok_or_else(|| undrawn("a font is broken"))?;
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| Error(format!("{error:?}")))?;
    let mut document =
        Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    document.set_metadata(metadata(certificate, issuer));
    let mut sheet = Sheet { faces, tags: TagTree::new() };
    {
        let size = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| undrawn("no page"))?;
        let mut page = document.start_page_with(size);
        sheet.front(&mut page, certificate, issuer, link)?;
        page.finish();
    }
    for (number, part) in certificate.lesson_titles.chunks(LESSONS).enumerate() {
        let size = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| undrawn("no page"))?;
        let mut page = document.start_page_with(size);
        sheet.lessons(&mut page, certificate, part, number * LESSONS);
        page.finish();
    }
    let mut outline = Outline::new();
    for (page, title) in [HEADING, lessons_heading(certificate)].into_iter().enumerate() {
        if page == 0 || !certificate.lesson_titles.is_empty() {
            let place = XyzDestination::new(page, Point::from_xy(0.0, 0.0));
            outline.push_child(OutlineNode::new(title.to_owned(), place));
        }
    }
    document.set_outline(outline);
    document.set_tag_tree(sheet.tags);
    document.finish().map_err(|error| Error(format!("{error:?}")))
}

fn metadata(certificate: &Certificate, issuer: &Issuer) -> Metadata {
    let metadata = Metadata::new()
        .title(format!("Certificado: {}, {}", certificate.title, certificate.holder_name))
        .authors(vec![issuer.name.clone()])
        .language("pt-BR".to_owned())
        .document_id(certificate.code.clone());
    metadata.creation_date(date(certificate.issued_at))
}

fn date(at: Timestamp) -> krilla::metadata::DateTime {
    let text = at.to_string();
    let part =
        |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse().ok()).unwrap_or_default();
    let small = |from, to| u8::try_from(part(from, to)).unwrap_or_default();
    krilla::metadata::DateTime::new(part(0, 4))
        .month(small(5, 7))
        .day(small(8, 10))
        .hour(small(11, 13))
        .minute(small(14, 16))
        .second(small(17, 19))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

/// Number of lessons on a page, in two columns.
const LESSONS: usize = 2 * COLUMN;
const COLUMN: usize = 21;

/// Page in progress, with its structure for screen readers.
struct Sheet {
    faces: &'static Faces,
    tags: TagTree,
}

impl Sheet {
    fn front(
        &mut self,
        page: &mut Page<'_>,
        certificate: &Certificate,
        issuer: &Issuer,
        link: &str,
    ) -> Result<(), Error> {
        let Faces { display, plain, strong } = self.faces;
        let label = Style { face: strong, size: 11.0, colour: INK };
        let small = Style { face: plain, size: 9.5, colour: META };
        let text = Style { face: plain, size: 13.0, colour: LONG_TEXT };
        let mut surface = page.surface();
        decoration(&mut surface, |surface| {
            rectangle(surface, (0.0, 0.0, PAGE.0, PAGE.1), PAPER);
            rectangle(surface, (0.0, 0.0, PLATE, PAGE.1), BLOCK);
            for (corners, colour, opacity) in art::triangles(&certificate.code, (PLATE, PAGE.1), 45.0) {
                triangle(surface, corners, colour, opacity);
            }
            rectangle(surface, (PLATE, 54.0, RIGHT - PLATE, 1.0), INK);
        });
        self.words(&mut surface, heading(1, HEADING), label, HEADING, (LEFT, 76.0));

        let measure = RIGHT - LEFT;
        self.words(&mut surface, Tag::P.into(), text, "Certifico que", (LEFT, 132.0));
        let Block { size, lines } = fit(display, &certificate.holder_name, measure, 2, (46.0, 17.0));
        let mut baseline = 138.0 + size * 0.94;
        self.lines(
            &mut surface,
            Style { face: display, size, colour: INK },
            &lines,
            (LEFT - size * 0.02, &mut baseline),
            1.08,
        );
        let what = if certificate.is_of_course() { "concluiu o curso" } else { "concluiu o programa" };
        baseline += size * 0.26 + 22.0;
        self.words(&mut surface, Tag::P.into(), text, what, (LEFT, baseline));
        let Block { size, lines } = fit(display, &certificate.title, measure, 3, (30.0, 17.0));
        baseline += 8.0 + size * 0.94;
        self.lines(
            &mut surface,
            Style { face: display, size, colour: INK },
            &lines,
            (LEFT, &mut baseline),
            1.14,
        );

        let top = 400.0;
        decoration(&mut surface, |surface| rectangle(surface, (LEFT, top, measure, 0.75), HAIRLINE));
        let facts = [
            ("Carga horária", hours(certificate.minutes)),
            (
                "Período",
                format!("{} a {}", calendar::day(certificate.first_at), calendar::day(certificate.last_at)),
            ),
            match certificate.expires_at {
                Some(until) => (
                    "Emissão e validade",
                    format!("{} a {}", calendar::day(certificate.issued_at), calendar::day(until)),
                ),
                None => ("Emissão", calendar::day(certificate.issued_at)),
            },
        ];
        for ((name, value), x) in facts.into_iter().zip([LEFT, LEFT + 150.0, LEFT + 350.0]) {
            self.words(&mut surface, Tag::P.into(), small, name, (x, top + 20.0));
            self.words(&mut surface, Tag::P.into(), Style { colour: INK, ..text }, &value, (x, top + 38.0));
        }
        decoration(&mut surface, |surface| rectangle(surface, (LEFT, 456.0, measure, 0.75), HAIRLINE));
        self.signature(&mut surface, issuer, label, small);
        self.check(&mut surface, certificate, link, small)?;
        surface.finish();
        let area =
            Rect::from_xywh(RIGHT - QR, 541.0 - QR + 12.0, QR, QR).ok_or_else(|| Error("no area".into()))?;
        let target = Target::Action(Action::Link(LinkAction::new(link.to_owned())));
        let annotation =
            Annotation::new_link(LinkAnnotation::new(area, target), Some("Conferir o certificado".into()));
        let mut group = TagGroup::new(Tag::Link);
        group.push(page.add_tagged_annotation(annotation));
        self.tags.push(group);
        Ok(())
    }

    /// Draws the issuer.
    fn signature(&mut self, surface: &mut Surface<'_>, issuer: &Issuer, label: Style<'_>, small: Style<'_>) {
        let (side, top) = (40.0, 513.0);
        let initials = self.faces.display.letters.line(&issuer.monogram);
        decoration(surface, |surface| {
            rectangle(surface, (LEFT, top, side, side), BLOCK);
            let style = Style { face: &self.faces.display, size: 18.0, colour: PAPER };
            let start = LEFT + (side - initials.width * style.size) / 2.0;
            draw_line(surface, style, &initials, (start, top + 26.5));
        });
        self.words(
            surface,
            Tag::P.into(),
            Style { size: 12.0, ..label },
            &issuer.name,
            (LEFT + side + 14.0, top + 17.0),
        );
        self.words(surface, Tag::P.into(), small, &issuer.role, (LEFT + side + 14.0, top + 32.0));
    }

    /// Draws the instructions for verification.
    fn check(
        &mut self,
        surface: &mut Surface<'_>,
        certificate: &Certificate,
        link: &str,
        small: Style<'_>,
    ) -> Result<(), Error> {
        let code = QrCode::with_error_correction_level(link, EcLevel::M)
            .map_err(|error| Error(error.to_string()))?;
        let side = code.width();
        let colours = code.to_colors();
        let module = QR / side as f32;
        let (left, top) = (RIGHT - QR, 541.0 - QR + 12.0);
        let identifier = surface.start_tagged(ContentTag::Other);
        let mut squares = PathBuilder::new();
        for (place, _) in colours.iter().enumerate().filter(|(_, colour)| **colour == Color::Dark) {
            let at = (left + (place % side) as f32 * module, top + (place / side) as f32 * module);
            if let Some(square) = Rect::from_xywh(at.0, at.1, module, module) {
                squares.push_rect(square);
            }
        }
        if let Some(path) = squares.finish() {
            surface.set_fill(Some(fill(INK, 1.0)));
            surface.draw_path(&path);
        }
        surface.end_tagged();
        let alternative = Some(format!("Código QR da página que confere o certificado: {link}"));
        let mut figure = TagGroup::new(Tag::Figure(alternative));
        figure.push(identifier);
        self.tags.push(figure);
        let strong = Style { face: &self.faces.strong, size: 11.0, colour: INK };
        let right = left - 16.0;
        let short = link.trim_start_matches("https://").trim_start_matches("http://");
        let address = short.strip_suffix(&certificate.code).unwrap_or(short);
        for (style, words, y) in [
            (small, "Confira em", 518.0),
            (small, address, 532.0),
            (strong, certificate.code.as_str(), 549.0),
        ] {
            let width = style.face.letters.line(words).width * style.size;
            self.words(surface, Tag::P.into(), style, words, (right - width, y));
        }
        Ok(())
    }

    /// Draws a page of lessons, numbered from the given one.
    fn lessons(&mut self, page: &mut Page<'_>, certificate: &Certificate, lessons: &[String], before: usize) {
        const MARGIN: f32 = 48.0;
        let Faces { plain, strong, .. } = self.faces;
        let mut surface = page.surface();
        decoration(&mut surface, |surface| {
            rectangle(surface, (0.0, 0.0, PAGE.0, PAGE.1), PAPER);
            rectangle(surface, (MARGIN, 54.0, RIGHT - MARGIN, 1.0), INK);
        });
        let heading_text = lessons_heading(certificate);
        let label = Style { face: strong, size: 11.0, colour: INK };
        self.words(&mut surface, heading(2, heading_text), label, heading_text, (MARGIN, 76.0));
        let width = (RIGHT - MARGIN - 40.0) / 2.0;
        let number = Style { face: plain, size: 10.0, colour: META };
        for (place, title) in lessons.iter().enumerate() {
            let x = MARGIN + (place / COLUMN) as f32 * (width + 40.0);
            let y = 108.0 + (place % COLUMN) as f32 * 21.5;
            let Block { size, lines } = fit(plain, title, width - 28.0, 1, (10.5, 9.0));
            self.words(&mut surface, Tag::P.into(), number, &format!("{}", before + place + 1), (x, y));
            if let Some(line) = lines.into_iter().next() {
                self.words(
                    &mut surface,
                    Tag::P.into(),
                    Style { face: plain, size, colour: INK },
                    &line.text,
                    (x + 28.0, y),
                );
            }
        }
        let foot = format!("Certificado {}", certificate.code);
        self.words(&mut surface, Tag::P.into(), number, &foot, (MARGIN, 566.0));
        surface.finish();
    }

    fn words(
        &mut self,
        surface: &mut Surface<'_>,
        tag: TagKind,
        style: Style<'_>,
        text: &str,
        place: (f32, f32),
    ) {
        let identifier = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
        draw_line(surface, style, &style.face.letters.line(text), place);
        surface.end_tagged();
        let mut group = TagGroup::new(tag);
        group.push(identifier);
        self.tags.push(group);
    }

    /// Draws the lines of a paragraph downwards from the baseline. Leaves the last baseline.
    fn lines(
        &mut self,
        surface: &mut Surface<'_>,
        style: Style<'_>,
        lines: &[Line<'_>],
        (x, baseline): (f32, &mut f32),
        leading: f32,
    ) {
        let mut group = TagGroup::new(Tag::P);
        for (place, line) in lines.iter().enumerate() {
            if place > 0 {
                *baseline += style.size * leading;
            }
            let identifier = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
            draw_line(surface, style, line, (x, *baseline));
            surface.end_tagged();
            group.push(identifier);
        }
        self.tags.push(group);
    }
}

/// Sets text as large as it fits into `most_lines` lines.
fn fit<'a>(face: &'a Face, text: &str, width: f32, most_lines: usize, sizes: (f32, f32)) -> Block<'a> {
    let room = TextBox { width, height: f32::INFINITY, most_lines, sizes, leading: 1.0 };
    face.letters.fit(text, room, Breaking::Full)
}

fn lessons_heading(certificate: &Certificate) -> &'static str {
    if certificate.is_of_course() { "Aulas do curso" } else { "Cursos do programa" }
}

fn heading(level: u16, title: &str) -> TagKind {
    let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    Tag::Hn(level, Some(title.to_owned())).into()
}

/// Formats a duration: `12 horas`, `1 hora e 30 minutos`.
pub fn hours(minutes: i64) -> String {
    let count = |number: i64, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    };
    let (hours, rest) = (minutes / 60, minutes % 60);
    match (hours, rest) {
        (0, _) => count(rest.max(1), "minuto", "minutos"),
        (_, 0) => count(hours, "hora", "horas"),
        _ => format!("{} e {}", count(hours, "hora", "horas"), count(rest, "minuto", "minutos")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::CertificateKind;

    fn at(instant: &str) -> Timestamp {
        Timestamp::parse(instant).unwrap()
    }

    fn certificate(name: &str, title: &str, lessons: usize) -> Certificate {
        Certificate {
            id: "00000000-0000-4000-8000-000000000001".into(),
            code: "7K3M-Q0ZD-X9TB".into(),
            kind: CertificateKind::Course,
            course_id: None,
            programme_id: None,
            title: title.into(),
            holder_name: name.into(),
            minutes: 750,
            first_at: at("2026-09-01T12:00:00Z"),
            last_at: at("2026-11-20T12:00:00Z"),
            lesson_titles: (1..=lessons)
                .map(|number| format!("Aula {number}: decisões que cabem na semana"))
                .collect(),
            issued_at: at("2026-11-24T12:00:00Z"),
            reissued_at: None,
            expires_at: None,
            shows_name: true,
            shows_lessons: true,
            status_index: 0,
            revoked_at: None,
        }
    }

    fn drawn(name: &str, title: &str, lessons: usize) -> Vec<u8> {
        let issuer = Issuer {
            name: "Seu Nome".into(),
            role: "Mentoria e liderança executiva".into(),
            monogram: "SN".into(),
        };
        let link = "https://exemplo.com.br/certificados/7K3M-Q0ZD-X9TB";
        draw(&certificate(name, title, lessons), &issuer, link).unwrap()
    }

    #[test]
    fn every_certificate_is_small_and_keeps_to_the_standards() {
        for (name, title, lessons) in [
            ("Ana Souza", "IA aplicada a negócios", 24),
            (&*"Łucja Ångström de Ávila ".repeat(5), &*"Fundamentos de vendas consultivas ".repeat(6), 200),
            ("Ы", "🙂", 0),
        ] {
            let pdf = drawn(name, title, lessons);
            assert!(pdf.starts_with(b"%PDF-1.") && pdf.len() < 120 * 1024, "{lessons}: {}", pdf.len());
        }
    }

    #[test]
    fn durations_of_courses_are_written_in_words() {
        for (minutes, words) in [
            (0, "1 minuto"),
            (45, "45 minutos"),
            (60, "1 hora"),
            (90, "1 hora e 30 minutos"),
            (720, "12 horas"),
            (721, "12 horas e 1 minuto"),
        ] {
            assert_eq!(hours(minutes), words);
        }
    }
}
