import { describe, expect, test } from 'vitest';
import { actionName, reasonOf } from '@/entities/auth-log';
import { settings } from '@/generated/settings';
import { FunctionFailed } from '@/lib/errors';
import { community, email, magicLink, moderation, oneTimeCode, passwords, rateLimit, signUp } from './blocks';
import { accountOf } from './event-account';
import { inMinutes } from './minutes';
import { failed, formatDuration, hintOf, LOGIN_NEEDED, rangeHint, refusalOf, runToast, statusOf } from './text';
import { accepts, callOf, heldValue, rangeOf, type SettingKey } from './values';

const blocks = [passwords, rateLimit, email, oneTimeCode, magicLink, signUp, moderation, community];
/** Keys of the settings on the pages of members and of messages. */
const elsewhere = ['vip_group_address', 'priority_response_hours'];
const keysOf = (block: (typeof blocks)[number]) => block.settings.map(({ key }) => key);
const defaults = (key: SettingKey) => heldValue(new Map(), key);

describe('the blocks', () => {
  test('show every declared setting exactly once', () => {
    expect([...blocks.flatMap(keysOf), ...elsewhere].sort()).toEqual(Object.keys(settings).sort());
  });

  test.each(blocks)('$value applies all that its function takes, and nothing else', (block) => {
    const { function: name } = settings[block.settings[0].key];
    const taken = Object.entries(settings).flatMap(([key, declared]) => (declared.function === name ? [key] : []));
    expect(keysOf(block).sort()).toEqual(taken.sort());
  });

  test.each(blocks)('$value gives every number a unit and no switch one', (block) => {
    for (const { key, unit } of block.settings) expect(unit !== undefined).toBe(rangeOf(key) !== undefined);
  });

  test('say the applied values', () => {
    expect(blocks.map((block) => block.applied(defaults))).toEqual([
      'Mínimo de 8 caracteres. Verificação de senhas vazadas ligada.',
      '10 tentativas em 1 hora.',
      'A confirmação de e-mail é obrigatória.',
      'O código vale por 600 segundos (10 minutos).',
      'O link vale por 900 segundos (15 minutos).',
      'Novos cadastros estão permitidos.',
      '3 denúncias ocultam um texto. Limites para quem chega: ligados.',
      'Quem cria canais: todos os membros.',
    ]);
    expect(email.applied(() => 'false')).toBe('A confirmação de e-mail não é exigida.');
    expect(signUp.applied(() => 'false')).toBe('Novos cadastros estão bloqueados.');
    expect(inMinutes(61)).toBe('1 minuto e 1 segundo');
  });
});

describe('a value', () => {
  test.each([
    ['min_password_length', '6', '50'],
    ['rate_limit_max_attempts', '1', '100'],
    ['rate_limit_window_hours', '1', '24'],
    ['otp_expiry_seconds', '60', '3600'],
    ['magic_link_expiry_seconds', '300', '3600'],
  ] as const)('of %s is taken from %s to %s', (key, least, most) => {
    expect([least, most].map((text) => accepts(key, text))).toEqual([true, true]);
    const outside = [String(Number(least) - 1), String(Number(most) + 1), '', ' ', '8.5', '1e1', '-8', 'oito'];
    expect(outside.filter((text) => accepts(key, text))).toEqual([]);
  });

  test('is one of its words where it is a choice', () => {
    expect(['members', 'approval', 'staff', '', 'true'].filter((text) => accepts('channel_creation', text))).toEqual([
      'members',
      'approval',
      'staff',
    ]);
    const { body } = callOf(['channel_creation'], new Map([['channel_creation', 'staff']]));
    expect(body).toEqual({ channel_creation: 'staff' });
  });

  test('is on or off where it is a switch', () => {
    expect(['true', 'false', '', '1'].map((text) => accepts('allow_signup', text))).toEqual([true, true, false, false]);
  });

  test('is the stored one, else the default', () => {
    expect(heldValue(new Map([['min_password_length', '12']]), 'min_password_length')).toBe('12');
    expect(defaults('leaked_password_check')).toBe('true');
  });
});

describe('the calls', () => {
  const draft = new Map([
    ['min_password_length', '12'],
    ['leaked_password_check', 'false'],
    ['rate_limit_max_attempts', '5'],
    ['email_confirmation_required', 'false'],
  ]);

  test.each([
    [passwords, 'update-password-policy', { min_password_length: 12, leaked_password_check: false }],
    [rateLimit, 'apply-rate-limit', { max_attempts: 5, window_hours: 1 }],
    [email, 'update-email-confirmation', { require_confirmation: false }],
    [oneTimeCode, 'update-otp-settings', { otp_expiry_seconds: 600 }],
    [magicLink, 'update-magic-link-settings', { magic_link_expiry_seconds: 900 }],
    [signUp, 'update-signup-settings', { allow_signup: true }],
  ] as const)('of $0.value carry numbers and truths under the names of the function', (block, name, body) => {
    const [first, ...others] = keysOf(block);
    expect(first && callOf([first, ...others], draft)).toEqual({ name, body });
  });
});

describe('texts of the security tab', () => {
  test('a range has its unit', () => {
    expect(rangeHint('min_password_length', 'caracteres')).toBe('De 6 a 50 caracteres');
    expect(rangeHint('otp_expiry_seconds', 'segundos')).toBe('De 60 a 3.600 segundos');
    expect(rangeHint('allow_signup', '')).toBeUndefined();
  });

  test('seconds become minutes; a refused number says its range', () => {
    expect(hintOf('otp_expiry_seconds', 'segundos', '90')).toBe(
      'De 60 a 3.600 segundos. 90 segundos = 1 minuto e 30 segundos',
    );
    expect(hintOf('otp_expiry_seconds', 'segundos', '30')).toBe('De 60 a 3.600 segundos');
    expect(hintOf('min_password_length', 'caracteres', '9')).toBe('De 6 a 50 caracteres');
    expect(refusalOf('otp_expiry_seconds', 'segundos')).toBe('Use um número inteiro, de 60 a 3.600 segundos.');
  });

  test("refusals keep the server's words, a lost session its own", () => {
    const error = new Error('Edge Function returned a non-2xx status code');
    const refused = (code: string | undefined, message?: string) =>
      failed('Erro ao atualizar política de senhas.', new FunctionFailed({ error, code, message })).description;
    expect(refused('out_of_range', 'Tamanho mínimo da senha: de 6 a 50.')).toBe('Tamanho mínimo da senha: de 6 a 50.');
    expect(refused('not_signed_in', 'Você precisa estar logado.')).toBe(LOGIN_NEEDED);
    expect(refused('not_admin')).toBe('Esta conta não tem permissão para isso.');
    expect(refused(undefined)).toBe('Tente novamente em alguns instantes.');
  });

  test.each([
    ['Ana', { user_id: 'a', person: 'Ana' }],
    ['Conta sem nome', { user_id: 'a', person: null }],
    ['Conta removida', { user_id: 'a' }],
    ['Conta removida', {}],
    ['Não identificada', { success: false }],
    ['Sistema', { action: 'keys_rotated' }],
  ])('%s as whose an event of %o is', (said, event) => {
    expect(accountOf({ action: 'login', success: true, user_id: null, person: undefined, ...event })).toBe(said);
  });

  test('events, reasons and states are translated where known', () => {
    expect([actionName('login'), actionName('something_new')]).toEqual(['Login', 'something_new']);
    expect([reasonOf('invalid_credentials'), reasonOf('x')]).toEqual(['Email ou senha incorretos', 'x']);
    expect(['success', 'error', 'running'].map((status) => statusOf(status)?.label)).toEqual([
      'Sucesso',
      'Erro',
      'Em execução',
    ]);
    expect(statusOf('paused')).toBeUndefined();
  });

  test('a run is labelled by its end, a failed one as a failure', () => {
    const run = { id: '1', executed_at: '2026-11-21T12:00:00Z', job_name: 'cleanup_old_job_logs', duration_ms: 4 };
    expect(runToast({ ...run, status: 'success', message: 'Concluído.' })).toMatchObject({
      title: 'Job executado',
      description: 'Limpar logs de jobs: Concluído.',
      tone: 'success',
    });
    expect(runToast({ ...run, status: 'error', message: null })).toEqual({
      title: 'Erro ao executar o job.',
      description: 'Limpar logs de jobs',
      tone: 'destructive',
    });
  });

  test('the time of a run is in milliseconds or seconds', () => {
    expect([84, 999, 1000, 1540].map(formatDuration)).toEqual(['84 ms', '999 ms', '1,0 s', '1,5 s']);
  });
});
