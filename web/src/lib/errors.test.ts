import { describe, expect, test } from 'vitest';
import { failureOf, NotSignedIn } from './errors';

describe('what an error means', () => {
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
