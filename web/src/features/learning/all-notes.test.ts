import { expect, test } from 'vitest';
import { notedLessons, notesAsMarkdown, type PlacedNote } from './all-notes';

const note = (id: string, lesson: string | null, at: number | null, content: string): PlacedNote => ({
  id,
  lesson_id: lesson,
  at_seconds: at,
  content,
  created_at: `2026-11-2${id}T00:00:00+00:00`,
  lessons: lesson === null ? null : { title: `Aula ${lesson}`, courses: { title: 'Negociação' } },
});

const NOTES = [
  note('4', 'b', 90, 'Perguntar antes de propor.'),
  note('3', 'a', null, 'Ler o contrato.'),
  note('2', 'b', 12, 'Preço por último.'),
  note('1', null, 5, 'De uma aula retirada.'),
];

test('notes stand by lesson, in the order of their places', () => {
  const lessons = notedLessons(NOTES, []);
  expect(lessons.map(({ id }) => id)).toEqual(['b', 'a', null]);
  expect(lessons[0]?.notes.map(({ id }) => id)).toEqual(['2', '4']);
  expect(lessons[2]?.title).toBe('De aulas que saíram do ar');
});

test('words are found in notes and titles, blind to accents', () => {
  const found = (...words: string[]) => notedLessons(NOTES, words).flatMap(({ notes }) => notes.map(({ id }) => id));
  expect(found('preco')).toEqual(['2']);
  expect(found('negociacao', 'contrato')).toEqual(['3']);
  expect(found('nada')).toEqual([]);
});

test('the file names each lesson, and the place of each note', () => {
  expect(notesAsMarkdown(notedLessons(NOTES, ['preco']))).toBe('# Negociação: Aula b\n\n**0:12** Preço por último.');
});
