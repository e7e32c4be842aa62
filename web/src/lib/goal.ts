/**
 * Goals that a visit reached. They are apart from the other reports, so that only the pages that reach a goal load
 * them.
 */
import type { Goal } from '@/generated/clicks';
import { report } from './analytics';

const MAX_REFERRER_LENGTH = 300;
const MAX_WORD_LENGTH = 60;

/** Returns the start of the visit. The browser knows it by itself until the tab is left, so nothing is stored. */
export function arrival() {
  const [first] = performance.getEntriesByType('navigation');
  const asked = new URL(first?.name ?? '', location.href).searchParams;
  const word = (key: string) => (asked.get(key) ?? '').slice(0, MAX_WORD_LENGTH);
  return {
    referrer: document.referrer.slice(0, MAX_REFERRER_LENGTH),
    source: word('utm_source'),
    medium: word('utm_medium'),
  };
}

/** Reports it together with how the visit began. */
export function trackGoal(name: Goal): void {
  // Forms also run in the server's engine.
  if (import.meta.env.SSR) return;
  report({ goal: { name, ...arrival() } });
}
