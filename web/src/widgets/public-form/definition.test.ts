import { afterEach, expect, test, vi } from 'vitest';
import { problemsIn, publicForm, tooLong } from './definition';
import type { Notice } from './outcome';

const success: Notice = { title: 'Enviado', description: 'Chegou.', tone: 'success' };
const failure: Notice = { title: 'Erro', description: 'Tente de novo.', tone: 'destructive' };
const duplicate: Notice = { title: 'De novo', description: 'Já chegou.', tone: 'destructive' };

const send = vi.fn<(text: string) => Promise<Notice | undefined>>();
const form = publicForm({
  name: 'recado',
  fields: ['text'],
  writes: ['notes'],
  success,
  failure,
  check: ({ text }) =>
    text === '' ? undefined : text === 'x' ? { problems: { text: 'Escreva mais.' } } : { checked: text.trim() },
  load: async () => send,
});

afterEach(() => {
  send.mockReset();
  vi.restoreAllMocks();
});

test('a valid form is sent with its checked values', async () => {
  send.mockResolvedValue(undefined);
  expect(await form.submit({ text: ' oi ' }, '')).toEqual({ kind: 'sent' });
  expect(send).toHaveBeenCalledExactlyOnceWith('oi');
});

test.each([
  ['nothing is nothing', '', '', { kind: 'nothing' }],
  ['what is wrong is named', 'x', '', { kind: 'problems', problems: { text: 'Escreva mais.' } }],
  ['a machine gets the same answer as people', 'oi', 'https://spam.test', { kind: 'sent' }],
  ['even where something is wrong', 'x', 'https://spam.test', { kind: 'sent' }],
])('%s, and nothing is sent', async (_name, text, trap, outcome) => {
  expect(await form.submit({ text }, trap)).toEqual(outcome);
  expect(send).not.toHaveBeenCalled();
});

test("the server's refusals have the form's words", async () => {
  send.mockResolvedValue(duplicate);
  expect(await form.submit({ text: 'oi' }, '')).toEqual({ kind: 'refused', notice: duplicate, status: 422 });
});

test.each([
  ['a lost connection', new TypeError('Failed to fetch'), 503],
  ['a failing server', Object.assign(new Error(), { code: 'XX000' }), 503],
  ['a value the server refuses', Object.assign(new Error(), { code: '23514' }), 422],
])('%s is a failure, and logged', async (_name, reason, status) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  send.mockRejectedValue(reason);
  expect(await form.submit({ text: 'oi' }, '')).toEqual({ kind: 'refused', notice: failure, status });
  expect(logged).toHaveBeenCalledOnce();
});

test('too many requests are asked to wait, and the log stays quiet', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  send.mockRejectedValue(Object.assign(new Error(), { code: 'over_request_rate_limit' }));
  const outcome = await form.submit({ text: 'oi' }, '');
  expect(outcome).toMatchObject({ kind: 'refused', status: 429, notice: { title: 'Erro', tone: 'destructive' } });
  expect(outcome.kind === 'refused' && outcome.notice.description).toMatch(/Aguarde uma hora/);
  expect(logged).not.toHaveBeenCalled();
});

test('code that cannot be fetched is a failure of its own', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const away = publicForm({
    name: 'recado',
    fields: ['text'],
    writes: ['notes'],
    success,
    failure,
    check: ({ text }) => ({ checked: text }),
    load: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  });
  await away.prepare();
  expect(logged).not.toHaveBeenCalled();
  expect(await away.submit({ text: 'oi' }, '')).toEqual({
    kind: 'refused',
    notice: failure,
    status: 503,
    codeMissing: true,
  });
  expect(logged).toHaveBeenCalledOnce();
});

test("problems keep the form's order without valid fields", () => {
  expect(problemsIn({ name: undefined, email: 'b', text: 'c' })).toEqual({ email: 'b', text: 'c' });
  expect(problemsIn({ name: undefined })).toBeUndefined();
  expect(tooLong('abc', 3)).toBeUndefined();
  expect(tooLong('abcd', 3)).toBe('Use no máximo 3 caracteres; agora são 4.');
});
