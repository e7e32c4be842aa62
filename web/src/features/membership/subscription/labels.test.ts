import { expect, test } from 'vitest';
import { canChangePlan, describeReceipt, describeRefund, describe as words } from './labels';
import type { SubscriptionStatus } from './queries';

type KnownSubscription = NonNullable<SubscriptionStatus['subscription']>;

function status(subscribed: boolean, more: Partial<KnownSubscription>): SubscriptionStatus {
  return {
    subscribed,
    subscription: {
      plan: 'scale',
      period: 'month',
      status: 'active',
      current_period_end: '2026-12-21T12:00:00Z',
      cancel_at_period_end: false,
      access_until: '2026-12-21T12:00:00Z',
      access_reason: 'paid',
      next_amount: null,
      card_brand: null,
      card_last_four: null,
      ...more,
    },
    entitlements: [],
    pending: false,
    checkout: null,
    refund: null,
  };
}

test('every reason has its text, an unknown one reads as ended', () => {
  expect(words({ subscribed: false, subscription: null }).badge).toBe('Sem assinatura');
  const end = Date.parse('2026-12-21T12:00:00Z');
  expect(words(status(true, {}), end - 1).text).toBe('Renova em 21 de dezembro de 2026.');
  expect(words(status(true, {}), end + 1).text).toBe('A renovação de 21 de dezembro de 2026 está em andamento.');
  expect(words(status(true, { current_period_end: null })).text).toBe('Renova todo mês.');
  expect(words(status(true, { current_period_end: null, period: 'year' })).text).toBe('Renova todo ano.');
  for (const [subscribed, reason, badge] of [
    [true, 'paid', 'Ativa'],
    [true, 'trial', 'Ativa'],
    [true, 'paid_until_end', 'Cancelada'],
    [true, 'grace', 'Pagamento em atraso'],
    [true, 'courtesy', 'Cortesia'],
    [false, 'grace', 'Suspensa'],
    [false, 'payment_failed', 'Suspensa'],
    [false, 'paid_until_end', 'Encerrada'],
    [false, 'refunded', 'Devolvida'],
    [false, 'disputed', 'Contestada'],
    [false, 'first_payment_pending', 'Aguardando pagamento'],
    [false, 'first_payment_missing', 'Não paga'],
    [true, 'a_new_word', 'Ativa'],
    [false, 'a_new_word', 'Encerrada'],
  ] as const) {
    expect(
      words(status(subscribed, { access_reason: reason as KnownSubscription['access_reason'] })).badge,
      reason,
    ).toBe(badge);
  }
});

test('the renewal text names the amount and the card', () => {
  const end = Date.parse('2026-12-21T12:00:00Z');
  const text = (more: Partial<KnownSubscription>) => words(status(true, more), end - 1).text;
  const amount = { next_amount: 9700 };
  expect(text(amount)).toBe('Renova em 21 de dezembro de 2026 por R$\u00a097,00.');
  expect(text({ ...amount, card_brand: 'visa', card_last_four: '4242' })).toBe(
    'Renova em 21 de dezembro de 2026 por R$\u00a097,00, no cartão Visa com final 4242.',
  );
  expect(text({ card_brand: 'a_new_one', card_last_four: '4242' })).toBe(
    'Renova em 21 de dezembro de 2026, no cartão com final 4242.',
  );
  expect(text({ ...amount, current_period_end: null, period: 'year' })).toBe('Renova todo ano por R$\u00a097,00.');
  expect(text({ ...amount, access_reason: 'paid_until_end' })).not.toContain('97,00');
});

test('the plan changes while the subscription renews itself', () => {
  expect(canChangePlan(status(true, {}))).toBe(true);
  expect(canChangePlan(status(true, { cancel_at_period_end: true }))).toBe(false);
  expect(canChangePlan(status(true, { status: 'past_due' }))).toBe(false);
  expect(canChangePlan({ subscription: null })).toBe(false);
});

test('a right that ends at midnight shows its last whole day', () => {
  const until = '2026-11-29T03:00:00Z';
  const text = describeRefund({ state: 'open', kind: 'withdrawal', until, amount: 9700 });
  expect(text).toContain('até 28 de novembro de 2026');
  expect(text).toContain('R$\u00a097,00');
  expect(describeRefund({ state: 'waiting', kind: 'guarantee', until: null, amount: 4700 })).toContain('registrado');
});

test('the refund text promises no date of the card issuer', () => {
  const text = describeRefund({ state: 'done', kind: 'withdrawal', until: null, amount: 9700 });
  expect(text).toContain('depende do emissor');
  expect(text).not.toMatch(/até|dias|fatura/);
});

test('a refunded charge is shown as refunded', () => {
  expect(describeReceipt({ status: 'paid', refunded_at: null })).toEqual({ word: 'Pago', tone: 'success' });
  expect(describeReceipt({ status: 'paid', refunded_at: '2026-11-22T00:00:00Z' }).word).toBe('Devolvido');
  expect(describeReceipt({ status: 'a_new_word', refunded_at: null }).word).toBe('a_new_word');
});
