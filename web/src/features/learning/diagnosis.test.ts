import { describe, expect, it } from 'vitest';
import type { DiagnosisContent } from '@/generated/content';
import { recommended, scoresOf } from './diagnosis';
import type { Course } from './queries';

const content: DiagnosisContent = {
  lede: '',
  answers: ['0', '1', '2', '3', '4'],
  competences: [
    { id: 'a', title: 'A', text: '', tags: ['vendas'], questions: [{ text: '1' }, { text: '2' }] },
    { id: 'b', title: 'B', text: '', tags: ['lideranca'], questions: [{ text: '1' }] },
  ],
};

const course = (id: string, tags: string[]) => ({ id, tags }) as unknown as Course;

describe('diagnosis', () => {
  it('scores each competence in percent', () => {
    expect(scoresOf(content, { 'a/0': 4, 'a/1': 2, 'b/0': 0 })).toEqual({ a: 75, b: 0 });
  });

  it('recommends each course once, weakest competence first', () => {
    const courses = [course('1', ['Vendas', 'liderança']), course('2', ['vendas']), course('3', ['outra'])];
    const found = recommended(content, { a: 50, b: 10 }, courses);
    expect(found.map(({ competence, courses: list }) => [competence, list.map(({ id }) => id)])).toEqual([
      ['B', ['1']],
      ['A', ['2']],
    ]);
    expect(recommended(content, { a: 90, b: 80 }, courses)).toEqual([]);
  });
});
