import { expect, test } from 'vitest';
import { mentionOf, mentions, typedName } from './mentions';

test('a name is typed from one letter after an at sign', () => {
  const typed = (text: string) => typedName(text, text.length);
  expect(typed('Oi @')).toBeNull();
  expect(typed('Oi @r')).toEqual({ start: 3, search: 'r' });
  expect(typed('@Rui Conceição')).toEqual({ start: 0, search: 'Rui Conceição' });
  expect(typed('rui@exemplo')).toBeNull();
  expect(typed('@Rui da Conceição Prado')).toBeNull();
  expect(typed('@Rui, ')).toBeNull();
});

test('a mention is a link to the member', () => {
  const text = mentionOf({ user_id: 'um', display_name: 'Rui [TI]' });
  expect(text).toBe('[@Rui \\[TI\\]](/membros/membro/um)');
  expect(mentions(text)).toBe(true);
  expect(mentions('@Rui')).toBe(false);
});
