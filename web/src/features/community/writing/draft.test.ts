import { expect, test } from 'vitest';
import { isEmpty, newer } from './draft';

const draft = (sequence: number) => ({ title: '', content: String(sequence), sequence });

test('the state with the higher sequence is the newer one', () => {
  expect(newer(draft(1), draft(2))?.sequence).toBe(2);
  expect(newer(draft(3), draft(2))?.sequence).toBe(3);
  expect(newer(null, draft(2))?.sequence).toBe(2);
  expect(newer(draft(1), null)?.sequence).toBe(1);
  expect(newer(null, null)).toBeNull();
});

test('a draft of white space is empty', () => {
  expect(isEmpty({ title: ' ', content: '\n' })).toBe(true);
  expect(isEmpty({ title: '', content: 'a' })).toBe(false);
});
