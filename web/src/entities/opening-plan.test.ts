import { expect, test } from 'vitest';
import type { Plan } from '@/generated/content';
import { fromPlan, openingPlans, simplestPlan } from './opening-plan';

const plan = (id: Plan['id'], price: string, period: string | undefined, rights: Plan['features']): Plan => ({
  id,
  name: id === 'update' ? 'Update' : 'Scale',
  price,
  ...(period && { period }),
  description: '',
  popular: false,
  button: '',
  features: rights,
});

const plans = openingPlans({
  plans: [
    plan('update', 'R$ 47', 'por mês', [{ text: 'Artigos', right: 'articles' }, { text: 'Leitura' }]),
    plan('scale', 'R$ 97', 'por mês', [{ text: 'Cursos', right: 'courses' }]),
    plan('enterprise', 'Sob consulta', undefined, [{ text: 'Tudo' }]),
  ],
});

test('the first plan that adds an entitlement is the simplest', () => {
  expect(simplestPlan(plans, 'articles')?.id).toBe('update');
  expect(simplestPlan(plans, 'courses')?.id).toBe('scale');
  expect(simplestPlan(plans, 'early_access')).toBeUndefined();
});

test('a plan is named with its price and period', () => {
  const [update, , enterprise] = plans;
  expect(update && fromPlan(update)).toBe('A partir do plano Update, R$ 47 por mês');
  expect(enterprise?.price).toBe('Sob consulta');
});
