import { expect, test } from 'vitest';
import { mostSimilar, snippet } from './search';

test('an excerpt shows the text around the first match', () => {
  expect(snippet('Um **resumo** de [cada área](/x).', ['area'])).toBe('Um resumo de cada área.');
  const long = snippet(`${'antes '.repeat(60)}decisão ${'depois '.repeat(60)}`, ['decisao']);
  expect(long.startsWith('… antes')).toBe(true);
  expect(long).toContain('decisão');
  expect(long.endsWith('depois …')).toBe(true);
  expect(snippet('Nada aqui.', ['outra'])).toBe('Nada aqui.');
});

test('similar titles share two words, or the only one', () => {
  const topics = [{ title: 'Meta de vendas por região' }, { title: 'Reunião de vendas' }, { title: 'Férias' }];
  expect(mostSimilar(topics, ['meta', 'vendas'])).toEqual([topics[0]]);
  expect(mostSimilar(topics, ['vendas'])).toEqual([topics[0], topics[1]]);
  expect(mostSimilar(topics, ['ferias'])).toEqual([topics[2]]);
});
