import { describe, expect, it } from 'vitest';
import { inNaturalOrder, kindOf, titleOf } from './names';

describe('inNaturalOrder', () => {
  it('counts numbers as numbers', () => {
    const names = ['Aula 10.mp4', 'aula 2.mp4', 'Aula 1.mp4', 'Ágio.pdf'];
    const sorted = inNaturalOrder(names.map((name) => ({ name }))).map(({ name }) => name);
    expect(sorted).toEqual(['Ágio.pdf', 'Aula 1.mp4', 'aula 2.mp4', 'Aula 10.mp4']);
  });
});

describe('titleOf', () => {
  it.each([
    ['03_Primeiros-passos.final.mp4', 'Primeiros passos final'],
    ['Aula 12 - como vender.mp4', 'Como vender'],
    ['2024.mp4', '2024'],
    ['01.mp4', '01'],
    ['resumo.pdf', 'Resumo'],
    ['.mp4', '.mp4'],
  ])('%s is %s', (name, title) => expect(titleOf(name)).toBe(title));
});

describe('kindOf', () => {
  it('takes MP4, audio and PDF only', () => {
    const kind = (type: string) => kindOf({ name: 'x', type });
    expect(['video/mp4', 'audio/mpeg', 'application/pdf', 'video/quicktime', ''].map(kind)).toEqual([
      'video',
      'audio',
      'pdf',
      undefined,
      undefined,
    ]);
  });
});
