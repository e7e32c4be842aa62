import { expect, test } from 'vitest';
import { type ImportReport, piecesOf, reportLines } from './import-file';

test('pieces of a file are its bytes in base64', () => {
  const bytes = Uint8Array.from({ length: 25_000 }, (_, place) => place % 256);
  const pieces = piecesOf(bytes);
  expect(pieces.length).toBe(3);
  expect(pieces.every((piece) => piece.length <= 16_000)).toBe(true);
  const read = pieces.flatMap((piece) => Array.from(atob(piece), (letter) => letter.charCodeAt(0)));
  expect(Uint8Array.from(read)).toEqual(bytes);
  expect(piecesOf(new Uint8Array())).toEqual([]);
});

test('a report counts new addresses, and others by their state', () => {
  const report: ImportReport = {
    ...{ applied: false, rows: 6, added: 0, known: 3, suppressed: 0, unsubscribed: 1, invalid: 2 },
    faults: [],
  };
  expect(reportLines(report)).toEqual([
    ['Novos', 0],
    ['Já inscritos: continuam como estão', 3],
    ['Já saíram: continuam fora', 1],
    ['Com problema: não entram', 2],
  ]);
});
