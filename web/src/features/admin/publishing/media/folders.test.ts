import { expect, test } from 'vitest';
import { folderOf } from './folders';

test.each([
  ['image/png', 'pictures'],
  ['image/heic', 'pictures'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'pdf'],
  ['application/zip', undefined],
  ['text/html', undefined],
  ['', undefined],
])('a file of type "%s" goes to %s', (type, folder) => {
  expect(folderOf({ type })).toBe(folder);
});
