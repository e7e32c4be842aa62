import { describe, expect, test } from 'vitest';
import { adviceOf, FunctionFailed, failureOf, isRefusedWith, NotSignedIn, sentenceOf, valueByCode } from './errors';

describe('the kind of an error', () => {
  test.each([
    [{ code: '23505', message: 'duplicate key value violates unique constraint "categories_name_key"' }, 'duplicate'],
    [{ code: '23503', message: '' }, 'referenced'],
    [{ code: '42501', message: '' }, 'forbidden'],
    [{ code: 'PGRST303', message: 'JWT expired' }, 'expired'],
    [new NotSignedIn(), 'expired'],
    [{ code: 'not_admin', message: '' }, 'forbidden'],
    [new TypeError('Failed to fetch'), 'unreachable'],
    [new Error('Failed to send a request to the Edge Function'), 'unreachable'],
    [{ code: '', message: 'TypeError: NetworkError when attempting to fetch resource.' }, 'unreachable'],
    [{ code: 'XX000', message: 'boom' }, 'unknown'],
    ['boom', 'unknown'],
    [null, 'unknown'],
  ])('%o is %s', (error, kind) => {
    expect(failureOf(error).kind).toBe(kind);
  });

  test('the broken constraint is named', () => {
    const message = 'new row for relation "contents" violates check constraint "contents_title_check"';
    expect(failureOf({ code: '23514', message })).toEqual({ kind: 'invalid', subject: 'contents_title_check' });
  });
});

describe('the code of a refusal', () => {
  const raised = { code: 'P0001', message: 'slug_taken' };

  test('is the code of a function or the message of a raise', () => {
    expect(isRefusedWith({ code: 'last_admin', message: 'Esta é a única conta.' }, 'last_admin')).toBe(true);
    expect(isRefusedWith(raised, 'slug_taken')).toBe(true);
    expect(isRefusedWith({ code: '23505', message: 'slug_taken' }, 'slug_taken')).toBe(false);
    expect(isRefusedWith(new Error('slug_taken'), 'slug_taken')).toBe(false);
  });

  test('selects its value; other errors have none', () => {
    expect(valueByCode({ slug_taken: 'usado' }, raised)).toBe('usado');
    for (const error of [null, 'slug_taken', { code: 'last_admin' }, { code: 'toString' }]) {
      expect(valueByCode({ slug_taken: 'usado' }, error)).toBeUndefined();
    }
  });
});

describe('the sentence of a refusal', () => {
  const error = new Error('Edge Function returned a non-2xx status code');
  const sentence = 'Outro conteúdo já usa este caminho.';

  test.each([
    ['a function', new FunctionFailed({ error, code: 'slug_taken', message: sentence })],
    ['a procedure or a write', { code: 'P0001', message: 'slug_taken', hint: sentence }],
  ])('comes from %s', (_, refused) => {
    expect(sentenceOf(refused)).toBe(sentence);
    expect(adviceOf(refused)).toBe(sentence);
  });

  test('other errors have the advice of their kind', () => {
    const english = { code: '23503', message: 'violates foreign key constraint', hint: 'Look elsewhere.' };
    for (const other of [
      english,
      new FunctionFailed({ error, code: undefined }),
      { code: 'P0001', hint: null },
      null,
    ]) {
      expect(sentenceOf(other)).toBeUndefined();
    }
    expect(adviceOf(english)).toBe('Outro registro depende deste.');
  });
});
