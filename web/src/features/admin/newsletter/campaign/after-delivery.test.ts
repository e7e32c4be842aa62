import { expect, test } from 'vitest';
import { complaintNote } from './after-delivery';

test('the share of complaints warns at 0.1 % and at 0.3 %', () => {
  const note = (complaints: number, delivered: number) => complaintNote({ complaints, delivered });
  expect(note(0, 0)).toBe('');
  expect(note(9, 10_000)).toBe('0,09% dos entregues');
  expect(note(10, 10_000)).toContain('0,10% dos entregues. Acima de 0,1%');
  expect(note(29, 10_000)).toContain('Acima de 0,1%');
  expect(note(30, 10_000)).toContain('0,30% dos entregues. Acima de 0,3%');
});
