import { expect, test } from 'vitest';
import { formatBytes } from './bytes';

test.each([
  [0, '1\u00a0KB'],
  [1500, '1\u00a0KB'],
  [1024 * 512, '512\u00a0KB'],
  [1024 * 1024 * 1.44, '1,4\u00a0MB'],
  [1024 * 1024 * 25, '25\u00a0MB'],
  [1024 * 1024 * 1024 * 2, '2,0\u00a0GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
