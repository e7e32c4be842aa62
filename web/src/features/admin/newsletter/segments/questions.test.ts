import { expect, test } from 'vitest';
import type { Segment } from '../queries';
import {
  dayOf,
  emptyQuestion,
  isComplete,
  isSame,
  MAX_QUESTIONS,
  missingIn,
  type QuestionNames,
  segmentText,
  sinceOf,
} from './questions';

const names: QuestionNames = {
  course: (id) => (id === 'c1' ? 'Gestão na prática' : id),
  campaign: (number) => `“Carta ${number}”`,
};

test('a segment reads as one sentence', () => {
  expect(segmentText([], names)).toBe('Todos da lista');
  const segment: Segment = [
    { question: 'plans', plans: ['update', 'scale'] },
    { question: 'opened_course', course_id: 'c1' },
    { question: 'joined_since', since: '2026-11-24T03:00:00Z' },
    { question: 'tag', tag: 'evento' },
    { question: 'visitors' },
    { question: 'missed', campaign: 7 },
  ];
  expect(segment.length).toBeLessThanOrEqual(MAX_QUESTIONS);
  expect(segmentText(segment, names)).toBe(
    'Quem assina Update ou Scale e abriu o curso “Gestão na prática” e entrou na lista desde 24/11/2026 e tem a etiqueta “evento” e não é membro e não recebeu a campanha “Carta 7”',
  );
});

test('a question without its answer is incomplete', () => {
  for (const kind of ['plans', 'joined_since', 'opened_course', 'tag', 'missed'] as const) {
    expect(missingIn(emptyQuestion(kind)), kind).toMatch(/\.$/);
  }
  expect(isComplete([emptyQuestion('visitors')])).toBe(true);
  expect(isComplete([emptyQuestion('visitors'), { question: 'tag', tag: ' ' }])).toBe(false);
});

test('a day is the same in the field and in the question', () => {
  expect(sinceOf('2026-11-24')).toBe('2026-11-24T03:00:00.000Z');
  expect(dayOf(sinceOf('2026-11-24'))).toBe('2026-11-24');
  expect(sinceOf('')).toBe('');
  expect(dayOf('')).toBe('');
});

test('equal segments match in any member order', () => {
  const stored = JSON.parse('[{"tag":"evento","question":"tag"}]') as Segment;
  expect(isSame(stored, [{ question: 'tag', tag: 'evento' }])).toBe(true);
  expect(isSame(stored, [{ question: 'tag', tag: 'outra' }])).toBe(false);
  expect(isSame(stored, [])).toBe(false);
});
