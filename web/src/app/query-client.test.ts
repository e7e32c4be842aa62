import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client';

test('a change during the first read is shown', async () => {
  const client = makeQueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryKey = ['notes'];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => {});
  const loaded = client.ensureQueryData({ queryKey, queryFn });
  const read = client.invalidateQueries({ queryKey });
  expect(answers).toHaveLength(2);
  answers[0]?.('before the change');
  answers[1]?.('after the change');
  await read;
  expect(observer.getCurrentResult().data).toBe('after the change');
  expect(await loaded, 'who waits for the first read gets the second').toBe('after the change');
  stop();
});

test('an invalidation lets an unobserved first read finish', async () => {
  const client = makeQueryClient();
  const queryKey = ['notes'];
  let answer = (_: string) => {};
  const loaded = client.ensureQueryData({
    queryKey,
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  });
  await client.invalidateQueries({ queryKey });
  answer('read once');
  expect(await loaded).toBe('read once');
});
