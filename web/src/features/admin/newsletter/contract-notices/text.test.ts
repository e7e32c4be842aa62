import { describe, expect, test } from 'vitest';
import { audiencesOf, audienceText, dayError, earliestText } from './text';

const EARLIEST = { kind: 'price', day: '2027-02-14', days: 30 } as const;

describe('notices of contract changes', () => {
  test('a day before the promised one is refused with the day', () => {
    expect(dayError('', EARLIEST)).toBe('Escolha o dia.');
    expect(dayError('2027-02-13', EARLIEST)).toBe(
      'Os seus termos prometem 30 dias de antecedência: a partir de 14/02/2027.',
    );
    expect(dayError('2027-02-14', EARLIEST)).toBeUndefined();
    expect(earliestText({ kind: 'privacy', day: '2027-01-15', days: 0 })).toBe('A partir de 15/01/2027.');
  });

  test('a price is not announced to readers of the letter', () => {
    expect(audiencesOf('price')).toEqual(['members', 'accounts']);
    expect(audiencesOf('privacy')).toContain('everyone');
  });

  test('the plans of members are named', () => {
    expect(audienceText('members', [])).toBe('Membros');
    expect(audienceText('members', ['scale', 'update'])).toBe('Membros: Scale, Update');
    expect(audienceText('everyone', ['scale'])).toBe('Todos que têm conta ou recebem a carta');
  });
});
