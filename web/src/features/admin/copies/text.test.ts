import { expect, test } from 'vitest';
import { contentsOf, continuousStateOf, planOf, stateOf } from './text';

test('a copy that the target lost is a failure', () => {
  expect(stateOf({ state: 'done', is_kept: true }).label).toBe('Completa');
  expect(stateOf({ state: 'done', is_kept: null }).label).toBe('Completa');
  expect(stateOf({ state: 'done', is_kept: false })).toEqual({ label: 'Não está no destino', tone: 'failure' });
  expect(stateOf({ state: 'failed', is_kept: false }).label).toBe('Falhou');
});

test('unknown contents are left out', () => {
  expect(contentsOf({ bytes: 2048, rows: 1200, files: 1 })).toBe('2\u00a0KB · 1.200 registros · 1 arquivo');
  expect(contentsOf({ bytes: 2048, rows: 3, files: null })).toBe('2\u00a0KB · 3 registros · sem os arquivos');
  expect(contentsOf({ bytes: 2048, rows: null, files: null })).toBe('2\u00a0KB');
});

test('the plan tells schedule, number and encryption', () => {
  const plan = {
    address: '/mnt/copias',
    schedule: 'daily',
    hour: 1,
    keep: 14,
    rows_only: false,
    encrypted: true,
  } as const;
  expect(planOf(plan)).toBe('Todo dia às 1h, e as 14 últimas ficam guardadas. São criptografadas com a sua senha.');
  expect(planOf({ ...plan, schedule: 'weekly', keep: 1, rows_only: true, encrypted: false })).toBe(
    'Todo domingo às 1h, e só a última fica guardada. Não são criptografadas. Os arquivos enviados ficam de fora.',
  );
});

test('the continuous copy is late only once changes have waited', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  const label = (until: string | null, isLate: boolean) =>
    continuousStateOf({ copied_until: until, is_late: isLate }, now).label;
  expect(label(null, false)).toBe('Começando');
  expect(label(null, true)).toBe('Parada');
  expect(label('2026-11-30T11:59:58Z', false)).toBe('Em dia');
  expect(label('2026-11-30T11:00:00Z', true)).toBe('Atrasada');
});
