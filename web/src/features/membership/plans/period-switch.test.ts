import { expect, test } from 'vitest';
import { commonSaving } from './period-switch';

test('the switch names the saving common to all yearly plans', () => {
  const update = { price: 'R$ 47', yearly: 'R$ 470' };
  const monthly = { price: 'R$ 197' };
  const words = { price: 'Sob consulta' };
  expect(commonSaving([update, { price: 'R$ 97', yearly: 'R$ 970' }, monthly, words])).toBe('dois meses');
  expect(commonSaving([update, { price: 'R$ 97', yearly: 'R$ 1.067' }])).toBeUndefined();
  expect(commonSaving([{ price: 'R$ 97', yearly: 'R$ 1.164' }])).toBeUndefined();
  expect(commonSaving([monthly])).toBeUndefined();
});
