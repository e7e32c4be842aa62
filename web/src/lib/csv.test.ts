import { expect, test } from 'vitest';
import { toCsv } from './csv';

test('rows become lines, separators are quoted, formulas are texts', async () => {
  const rows = [
    { name: 'Ana; "Bia"', note: '=HYPERLINK("https://mal.test")' },
    { name: 'Caio\nLima', note: null },
    { name: '-1', note: 'a = b' },
  ];
  const file = toCsv(
    [
      ['Nome', (row) => row.name],
      ['Nota', (row) => row.note],
    ],
    rows,
  );
  expect(file.type).toBe('text/csv;charset=utf-8');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)], 'a byte order mark').toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    'Nome;Nota\r\n"Ana; ""Bia""";"\'=HYPERLINK(""https://mal.test"")"\r\n"Caio\nLima";\r\n\'-1;a = b\r\n',
  );
});
