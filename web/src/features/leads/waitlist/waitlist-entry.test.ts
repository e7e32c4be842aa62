import { expect, test } from 'vitest';
import { check, MAX_LENGTHS } from './waitlist-entry';

const complete = { name: ' Ana ', email: 'ana@empresa.com.br', company: '', size: '' };

test('name and address suffice, optional fields are null', () => {
  expect(check(complete)).toEqual({
    checked: { name: 'Ana', email: 'ana@empresa.com.br', company: null, size: null },
  });
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['no address', { email: '' }, 'email'],
  ['an address that is none', { email: 'ana@empresa' }, 'email'],
  ['a company that is too long', { company: 'a'.repeat(MAX_LENGTHS.company + 1) }, 'company'],
  ['a size that is not on the list', { size: 'Enorme' }, 'size'],
])('%s is refused', (_name, change, field) => {
  const outcome = check({ ...complete, ...change });
  expect('problems' in outcome && Object.keys(outcome.problems)).toEqual([field]);
});
