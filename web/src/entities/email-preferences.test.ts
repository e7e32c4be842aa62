import { expect, test } from 'vitest';
import { type EmailPreference, emailReason } from './email-preferences';

const OPEN: EmailPreference = { kind: 'open', follows: true, since: '2026-11-12T15:00:00Z', source: null, plan: null };
const PREMIUM: EmailPreference = { kind: 'premium', follows: true, since: null, source: null, plan: 'scale' };

test('the reason names consent, plan and departure', () => {
  expect(emailReason(OPEN)).toBe('Você se inscreveu em 12/11/2026. Pelo formulário do site.');
  expect(emailReason({ ...OPEN, source: 'Evento de março' })).toBe(
    'Você se inscreveu em 12/11/2026. Origem: Evento de março.',
  );
  expect(emailReason({ ...OPEN, follows: false })).toBe('Você saiu em 12/11/2026.');
  expect(emailReason({ ...OPEN, follows: false, since: null })).toBe('Você não recebe esta carta.');
  expect(emailReason(PREMIUM)).toBe('Faz parte do plano Scale.');
  expect(emailReason({ ...PREMIUM, follows: false, since: '2026-11-12T15:00:00Z' })).toBe(
    'Faz parte do plano Scale. Você saiu em 12/11/2026.',
  );
});
