import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FormValues, initialValues } from '../form/model';
import { type DraftAnswer, DraftSaver, type DraftState, PAUSE_MS } from './draft-saver';

const empty = initialValues(undefined);
const titled = (title: string): FormValues => ({ ...empty, title });

const answered = (version: number, more: Partial<DraftAnswer> = {}): DraftAnswer => ({
  version,
  content_version: 1,
  saved_at: '2026-11-24T15:31:00Z',
  clash: false,
  fields: null,
  author_id: null,
  counted_read_time: null,
  ...more,
});

function opened(send: (title: string, version: number) => Promise<DraftAnswer>) {
  const states: DraftState['kind'][] = [];
  const kept: string[] = [];
  const saver = new DraftSaver(
    empty,
    { version: 0, contentVersion: 1 },
    {
      send: (values, base) => send(values.title, base.version),
      keep: (values) => {
        kept.push(values.title);
        return true;
      },
      drop: () => kept.push(''),
      onState: (state) => states.push(state.kind),
    },
  );
  return { saver, states, kept };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('kept at each change, sent once typing pauses', async () => {
  const sent: string[] = [];
  const { saver, kept, states } = opened(async (title, version) => {
    sent.push(title);
    return answered(version + 1);
  });
  saver.change(titled('a'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  saver.change(titled('ab'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect([sent, kept]).toEqual([[], ['a', 'ab']]);
  expect(states, 'quick keys draw nothing anew').toEqual(['waiting']);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, kept.at(-1), states.at(-1)]).toEqual([['ab'], '', 'saved']);
  expect(await saver.flush()).toBe(true);
  saver.change(titled('ab'));
  await vi.runAllTimersAsync();
  expect(sent, 'nothing changed, nothing sent').toEqual(['ab']);
});

test('a discard waits for the running save and stops later ones', async () => {
  const sent: string[] = [];
  let release: () => void = () => undefined;
  const { saver } = opened(async (title, version) => {
    sent.push(title);
    await new Promise<void>((resolve) => (release = resolve));
    return answered(version + 1);
  });
  saver.change(titled('a'));
  void saver.flush();
  let isDone = false;
  const discarded = saver.discard().then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(isDone).toBe(false);
  release();
  await discarded;
  expect(saver.base.version).toBe(1);
  await vi.runAllTimersAsync();
  expect(sent).toEqual(['a']);
});

test('saves follow each other, each on the one before', async () => {
  const sent: [string, number][] = [];
  let release: () => void = () => undefined;
  const { saver } = opened(async (title, version) => {
    sent.push([title, version]);
    if (sent.length === 1) await new Promise<void>((resolve) => (release = resolve));
    return answered(version + 1);
  });
  saver.change(titled('a'));
  const first = saver.flush();
  saver.change(titled('b'));
  const second = saver.flush();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(sent).toEqual([['a', 0]]);
  release();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(sent).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
});

test('a failed save is retried', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let works = false;
  const { saver, states, kept } = opened(async (_, version) => {
    if (!works) throw new TypeError('Failed to fetch');
    return answered(version + 1);
  });
  saver.change(titled('a'));
  expect(await saver.flush()).toBe(false);
  expect([states.at(-1), kept.at(-1)]).toEqual(['failed', 'a']);
  works = true;
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('saved');
});

test('own words that were stored without an answer are no clash', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const sent: [string, number][] = [];
  const { saver, states } = opened(async (title, version) => {
    sent.push([title, version]);
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    return version === 0 ? answered(5, { clash: true, fields: titled('a') }) : answered(version + 1);
  });
  saver.change(titled('a'));
  expect(await saver.flush()).toBe(false);
  saver.change(titled('ab'));
  expect(await saver.flush()).toBe(true);
  expect(sent).toEqual([
    ['a', 0],
    ['ab', 0],
    ['ab', 5],
  ]);
  expect(states).not.toContain('clash');
});

test('after a clash no save is sent until a version is chosen', async () => {
  const sent: [string, number][] = [];
  const { saver, states, kept } = opened(async (title, version) => {
    sent.push([title, version]);
    return version === 7 ? answered(8) : answered(7, { clash: true });
  });
  saver.change(titled('mine'));
  expect(await saver.flush()).toBe(false);
  saver.change(titled('mine too'));
  await vi.runAllTimersAsync();
  expect([sent.length, states.at(-1), kept.at(-1)]).toEqual([1, 'clash', 'mine too']);
  saver.settle(titled('theirs'), answered(7), 'mine');
  await vi.runAllTimersAsync();
  expect(sent.at(-1)).toEqual(['mine too', 7]);
  expect(saver.base.version).toBe(8);
});
