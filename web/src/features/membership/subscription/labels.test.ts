import { expect, test } from 'vitest';
import { describeReceipt, describeRefund, nextAmount, describe as words } from './labels';
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
      ...more,
    },
    rights: [],
    pending: false,
    refund: null,
  };
}

test('every reason has its text, an unknown one reads as ended', () => {
  expect(words({ subscribed: false, subscription: null }).badge).toBe('Sem assinatura');
  const end = Date.parse('2026-12-21T12:00:00Z');
  expect(words(status(true, {}), undefined, end - 1).text).toBe('Renova em 21 de dezembro de 2026.');
  expect(words(status(true, {}), undefined, end + 1).text).toBe(
    'A renovação de 21 de dezembro de 2026 está em andamento.',
  );
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
    [false, 'a_new_word', 'Encerrada'],
  ] as const) {
    expect(words(status(subscribed, { access_reason: reason })).badge, reason).toBe(badge);
  }
});

test('the next charge takes as much as the last one of its plan', () => {
  const paid = { plan: 'scale', period: 'month', status: 'paid', amount: 9700 } as const;
  const receipts = [
    { ...paid, status: 'open' as const, amount: 1 },
    { ...paid, plan: 'update' as const, amount: 4700 },
    { ...paid, period: 'year' as const, amount: 97_000 },
    { ...paid, amount: 0 },
    paid,
    { ...paid, amount: 8700 },
  ];
  expect(nextAmount(status(true, {}), receipts)).toBe(9700);
  expect(nextAmount(status(true, { period: 'year' }), receipts)).toBe(97_000);
  expect(nextAmount(status(true, { plan: 'professional' }), receipts)).toBeUndefined();
  expect(nextAmount({ subscription: null }, receipts)).toBeUndefined();
  const end = Date.parse('2026-12-21T12:00:00Z');
  expect(words(status(true, {}), 9700, end - 1).text).toBe('Renova em 21 de dezembro de 2026 por R$\u00a097,00.');
});

test('a right that ends at midnight shows its last whole day', () => {
  const until = '2026-11-29T03:00:00Z';
  const text = describeRefund({ state: 'open', kind: 'withdrawal', until, amount: 9700 });
  expect(text).toContain('até 28 de novembro de 2026');
  expect(text).toContain('R$\u00a097,00');
  expect(describeRefund({ state: 'waiting', kind: 'guarantee', until: null, amount: 4700 })).toContain('registrado');
});

test('what the card issuer decides is not promised', () => {
  const text = describeRefund({ state: 'done', kind: 'withdrawal', until: null, amount: 9700 });
  expect(text).toContain('depende do emissor');
  expect(text).not.toMatch(/até|dias|fatura/);
});

test('a refunded charge is shown as refunded', () => {
  expect(describeReceipt({ status: 'paid', refunded_at: null })).toEqual({ word: 'Pago', tone: 'success' });
  expect(describeReceipt({ status: 'paid', refunded_at: '2026-11-22T00:00:00Z' }).word).toBe('Devolvido');
  expect(describeReceipt({ status: 'a_new_word', refunded_at: null }).word).toBe('a_new_word');
});
