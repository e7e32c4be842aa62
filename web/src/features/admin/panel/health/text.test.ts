import { expect, test } from 'vitest';
import type { HealthPoint } from './queries';
import { answerOf, byUrgency, remedyOf, sentenceOf } from './text';

const NOW = Date.parse('2026-11-30T12:00:00Z');

const point = (part: HealthPoint['part'], state: HealthPoint['state'], figures: Partial<HealthPoint> = {}) => ({
  part,
  state,
  since: null,
  last_at: null,
  bytes: null,
  waiting: null,
  count: null,
  ...figures,
});

const sentence = (...args: Parameters<typeof point>) => sentenceOf(point(...args), '0.1.0', NOW);

test('the short answer counts the points that are not in order', () => {
  const good = point('database', 'good');
  expect(answerOf([good])).toBe('Tudo funciona.');
  expect(answerOf([good, point('tasks', 'attention')])).toBe('1 ponto precisa de você.');
  expect(answerOf([point('copies', 'unset'), point('disk', 'problem')])).toBe('2 pontos precisam de você.');
});

test('the most urgent points come first', () => {
  const points = [
    point('database', 'good'),
    point('tasks', 'attention'),
    point('memory', 'good'),
    point('disk', 'problem'),
  ];
  expect(byUrgency(points).map(({ part }) => part)).toEqual(['disk', 'tasks', 'database', 'memory']);
});

test('a sentence has the figures of its point', () => {
  expect(sentence('tasks', 'attention', { count: 1 })).toBe('1 tarefa falhou e não será repetida sozinha.');
  expect(sentence('tasks', 'attention', { count: 3 })).toBe('3 tarefas falharam e não serão repetidas sozinhas.');
  expect(sentence('emails', 'good', { waiting: 0, count: 2, last_at: '2026-11-30T11:55:00Z' })).toBe(
    'Nenhuma espera. 2 falharam nas últimas 24 horas. O último envio foi há 5 min.',
  );
  expect(sentence('copies', 'attention', { count: 1, last_at: '2026-11-29T11:00:00Z' })).toBe(
    'A última cópia falhou. A mais nova foi feita há 1 dia.',
  );
  expect(sentence('copies', 'problem', { count: 0, last_at: '2026-11-10T12:00:00Z' })).toBe(
    'A mais nova foi feita em 10/11/2026.',
  );
  expect(sentence('memory', 'unknown')).toBe('Não foi possível medir agora.');
});

test('a point that is not in order has advice', () => {
  expect(remedyOf(point('tasks', 'good'))).toBeUndefined();
  expect(remedyOf(point('tasks', 'attention'))?.link?.href).toBe('/admin/tarefas');
  expect(remedyOf(point('copies', 'unset'))?.text).toContain('Informe uma pasta');
  expect(remedyOf(point('copies', 'unknown'))?.link).toBeUndefined();
});
