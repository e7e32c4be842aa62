import { expect, test } from 'vitest';
import { actionName, reasonOf } from './auth-log';

test('events and reasons are named in Portuguese', () => {
  expect(actionName('token_refreshed')).toBe('Sessão renovada');
  expect(reasonOf('too_many_exports')).toBe('Limite de downloads dos dados atingido');
  expect(reasonOf('invalid_credentials')).toBe('Email ou senha incorretos');
  // Without a short text of its own.
  expect(reasonOf('bad_jwt')).toBe('Sua sessão terminou. Entre de novo.');
});

test('unknown actions and reasons are shown as they are', () => {
  expect([actionName('invented'), reasonOf('invented'), reasonOf('toString')]).toEqual([
    'invented',
    'invented',
    'toString',
  ]);
});
