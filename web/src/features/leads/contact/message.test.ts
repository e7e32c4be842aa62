import { expect, test } from 'vitest';
import { check, MAX_LENGTHS, type Message } from './message';

const empty: Message = { name: '', email: '', company: '', subject: '', message: '' };

const complete: Message = {
  name: 'Ana',
  email: 'ana@empresa.com.br',
  company: '',
  subject: 'Parcerias',
  message: 'Bom dia.',
};

const fieldsAtFault = (message: Message) => {
  const outcome = check(message);
  return 'problems' in outcome ? Object.keys(outcome.problems) : [];
};

test('an empty form requires all fields except the company', () => {
  expect(fieldsAtFault(empty)).toEqual(['name', 'email', 'subject', 'message']);
});

test.each([
  ['a name of spaces', { name: '   ' }, 'name'],
  ['an address without a host', { email: 'ana@' }, 'email'],
  ['an address with a space', { email: 'ana lima@empresa.com.br' }, 'email'],
  ['a subject that is not on the list', { subject: 'Outra coisa' }, 'subject'],
  ['a message of line breaks', { message: '\n\n' }, 'message'],
  ['a name that is too long', { name: 'a'.repeat(MAX_LENGTHS.name + 1) }, 'name'],
  ['a company that is too long', { company: 'a'.repeat(MAX_LENGTHS.company + 1) }, 'company'],
  ['a message that is too long', { message: 'a'.repeat(MAX_LENGTHS.message + 1) }, 'message'],
])('%s is refused', (_name, change, field) => {
  expect(fieldsAtFault({ ...complete, ...change })).toEqual([field]);
});

test('a complete message is stored as five trimmed fields', () => {
  expect(check({ ...complete, name: ' Ana ', company: '  ' })).toEqual({
    checked: {
      name: 'Ana',
      email: 'ana@empresa.com.br',
      company: null,
      subject: 'Parcerias',
      message: 'Bom dia.',
    },
  });
});
