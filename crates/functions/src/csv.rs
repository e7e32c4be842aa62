//! CSV files that are generated while they are sent, with a batch of rows in memory at a time.

use std::future::{Future, ready};

use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use futures::{StreamExt, stream};

use crate::{
    Refusal,
    list::{FILE_BATCH, ListPage},
};

/// Maximum number of pages of a file. The last line says that the rest is missing.
const MAX_PAGES: i64 = 50;

/// Cells of a row. A missing value is empty.
pub type CsvRow = Vec<String>;

/// Responds with the file `NAME.csv`. `read` returns its rows page by page. An incomplete page is the last.
///
/// # Errors
/// Fails if the first page cannot be read. A later failure truncates the file, which the browser reports.
pub async fn csv_file<F, Fut>(name: &str, headings: &[&str], read: F) -> Result<Response, Refusal>
where
    F: Fn(ListPage) -> Fut + Send + 'static,
    Fut: Future<Output = Result<Vec<CsvRow>, Refusal>> + Send,
{
    let first = read(ListPage::of_file(1)).await?;
    // Byte order mark, by which spreadsheets recognise UTF-8.
    let begin = format!("\u{feff}{}{}", line(headings.iter().copied()), lines(&first));
    let begin = stream::once(ready(Ok::<_, std::io::Error>(Bytes::from(begin))));
    let rest = stream::try_unfold((next(1, &first), read), async |(page, read)| {
        let Some(page) = page else { return Ok(None) };
        if page > MAX_PAGES {
            return Ok(Some((cut_off(), (None, read))));
        }
        let rows = read(ListPage::of_file(page)).await.map_err(|refusal| {
            tracing::warn!(?refusal, "a CSV file was cut off");
            std::io::Error::other("the rows could not be read")
        })?;
        Ok(Some((Bytes::from(lines(&rows)), (next(page, &rows), read))))
    });
    let headers = [
        // The client library returns this type as a Blob.
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(begin.chain(rest))).into_response())
}

fn lines(rows: &[CsvRow]) -> String {
    rows.iter().map(|row| line(row.iter().map(String::as_str))).collect()
}

/// Returns the number of the page after a full one.
fn next(page: i64, rows: &[CsvRow]) -> Option<i64> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|rows| rows >= FILE_BATCH);
    is_full.then_some(page + 1)
}

fn cut_off() -> Bytes {
    let rows = MAX_PAGES * FILE_BATCH;
    let text = format!("Só as primeiras {rows} linhas. Use os filtros para o restante.");
    Bytes::from(line(std::iter::once(text.as_str())))
}

/// Formats a line. Portuguese spreadsheets separate by semicolons.
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(cell).collect();
    cells.join(";") + "\r\n"
}

/// Characters that make spreadsheets run a cell as a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

fn cell(text: &str) -> String {
    let safe = if text.starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() };
    if safe.contains(['"', ';', '\r', '\n']) { format!("\"{}\"", safe.replace('"', "\"\"")) } else { safe }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    async fn text(rows: usize) -> String {
        let read = move |page: ListPage| async move {
            let from = page.skipped as usize;
            let to = rows.min(from + page.per_page as usize);
            Ok((from..to).map(|number| vec![number.to_string()]).collect())
        };
        let response = csv_file("linhas", &["Número"], read).await.unwrap();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn every_row_is_written_once_across_batches() {
        for rows in [0, 1, 999, 1_000, 1_001, 2_000, 2_500] {
            let text = text(rows).await;
            assert!(text.starts_with("\u{feff}Número\r\n"));
            let numbers: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
            assert_eq!(numbers, (0..rows).map(|number| number.to_string()).collect::<Vec<_>>(), "{rows}");
        }
    }

    #[tokio::test]
    async fn a_csv_file_over_the_limit_ends_with_a_notice() {
        let text = text(50_010).await;
        assert_eq!(text.lines().count(), 50_002);
        assert!(text.lines().last().unwrap().starts_with("Só as primeiras 50000 linhas"));
    }

    #[test]
    fn formulas_quotes_and_separators_are_text() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("-5"), "'-5");
        assert_eq!(cell("a;b"), "\"a;b\"");
        assert_eq!(cell("@\"x\""), "\"'@\"\"x\"\"\"");
        assert_eq!(line(["a", "", "ção"].into_iter()), "a;;ção\r\n");
    }
}
