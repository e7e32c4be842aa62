/**
 * Analytics without tracking: the server counts first views by itself; navigation and clicks are reported here, without a
 * cookie or an identifier. Nothing is reported where the browser asks for privacy.
 */
import type { Clicks, Goal } from '@/generated/clicks';

declare global {
  /** Set by another analytics library, where the owner has installed one. */
  var gtag:
    | ((command: 'event', action: string, fields: { event_category: string; event_label: string }) => void)
    | undefined;
  interface Navigator {
    /** Global Privacy Control; absent where the browser has none. */
    readonly globalPrivacyControl?: boolean;
  }
}

type Report =
  | { view: string }
  | { click: { category: string; label: string } }
  | { goal: { name: Goal; referrer: string; source: string; medium: string } };

/** The visitor asks not to be counted. */
export const isPrivate = () => navigator.globalPrivacyControl || navigator.doNotTrack === '1';

export function report(what: Report): void {
  if (isPrivate()) return;
  // Not retried: one count does not matter.
  navigator.sendBeacon('/eventos', JSON.stringify(what));
}

export function trackView(path: string): void {
  report({ view: path });
}

export function trackClick<Category extends keyof Clicks>(category: Category, label: Clicks[Category]): void {
  report({ click: { category, label } });
  globalThis.gtag?.('event', 'click', { event_category: category, event_label: label });
}
