import { expect, test } from 'vitest';
import { type EmailPreference, emailReason } from './email-preferences';

const OPEN: EmailPreference = {
  kind: 'open',
  follows: true,
  since: '2026-11-12T15:00:00Z',
  source: null,
  plan: null,
  basis: null,
};
const PREMIUM: EmailPreference = { ...OPEN, kind: 'premium', since: null, plan: 'scale' };

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

test('the reason of automated emails names their basis', () => {
  const tips: EmailPreference = { ...OPEN, kind: 'membership', basis: 'contract' };
  expect(emailReason(tips)).toBe('Desde 12/11/2026, porque você assina um plano.');
  expect(emailReason({ ...tips, basis: 'consent' })).toBe('Desde 12/11/2026, porque você pediu.');
  expect(emailReason({ ...tips, follows: false, basis: null })).toBe('Você saiu em 12/11/2026.');
  expect(emailReason({ ...tips, since: null, basis: null })).toBe('');
});
