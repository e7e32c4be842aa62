import { expect, test } from 'vitest';
import { tracked } from './code';

test('tracking sets the status and adds no unhandled rejection', async () => {
  expect(await tracked(Promise.resolve(1))).toBe(1);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const failed = tracked(Promise.reject(new Error('no network')));
  await expect(failed).rejects.toThrow('no network');
  expect(failed).toMatchObject({ status: 'rejected' });
  // Node reports what nobody handled once the microtasks are done.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
