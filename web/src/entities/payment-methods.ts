/** The means of payment the owner accepts, as people read them. */
import type { PaymentMethod, PlansContent } from '@/generated/content';

const NAMES: Record<PaymentMethod, string> = { card: 'cartão de crédito', boleto: 'boleto', pix: 'Pix' };

type Methods = PlansContent['payment_methods'];

/** `Cartão de crédito, boleto ou Pix` */
export function paymentWords(methods: Methods = []): string {
  const names = methods.map((method) => NAMES[method]);
  const list = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' ou ');
  return list.charAt(0).toUpperCase() + list.slice(1);
}

/** Returns `true` if a payment that waits may be a Pix; else it is a boleto. */
export const hasPix = (methods: Methods = []): boolean => methods.includes('pix');
