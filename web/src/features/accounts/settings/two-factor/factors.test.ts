import { expect, test } from 'vitest';
import { setupRefusal } from '../setting';
import { freeName, inGroups } from './factors';

test('a new factor takes the next free name', () => {
  expect(freeName('Aplicativo', [undefined, 'Celular'])).toBe('Aplicativo');
  expect(freeName('Aplicativo', ['Aplicativo', 'Aplicativo 3'])).toBe('Aplicativo 2');
  expect(freeName('Aplicativo', ['Aplicativo 2', 'Aplicativo'])).toBe('Aplicativo 3');
});

test('a wrong code, too many and no answer are distinguished', () => {
  expect(setupRefusal({ code: 'mfa_verification_failed', status: 422 })).toBe('Código inválido ou expirado.');
  expect(setupRefusal({ code: 'over_request_rate_limit', status: 429 })).toMatch(/quinze minutos/);
  expect(setupRefusal({ name: 'AuthRetryableFetchError', status: 0 })).toMatch(/não respondeu/);
});

test('a secret is shown in groups of four', () => {
  expect(inGroups('abcdefghij')).toBe('abcd-efgh-ij');
});
