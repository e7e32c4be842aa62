/** A column of a CSV file: its heading, and the text of a row. */
export type CsvColumn<Row> = readonly [heading: string, text: (row: Row) => string | null];

/** Spreadsheets run cells that begin with one of these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as a CSV file that spreadsheets set to Portuguese open as it is: UTF-8 with a byte order mark, semicolons. Text that
 * a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Blob {
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, text]) => text(row) ?? ''))];
  const text = lines.map((line) => `${line.map(cell).join(';')}\r\n`).join('');
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' });
}
