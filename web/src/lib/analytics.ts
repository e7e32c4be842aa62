/**
 * Counting without following anybody: the server counts first views by itself; what happens after that inside the page is
 * reported here, without a cookie or an identifier. Nothing is reported where privacy is asked for.
 */
import type { Clicks } from '@/generated/clicks';

declare global {
  /** Set by another analytics facility, where the owner has installed one. */
  var gtag:
    | ((command: 'event', action: string, fields: { event_category: string; event_label: string }) => void)
    | undefined;
  interface Navigator {
    /** Global Privacy Control; absent where the browser has none. */
    readonly globalPrivacyControl?: boolean;
  }
}

type Report = { view: string } | { click: { category: string; label: string } };

function report(what: Report): void {
  if (navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
  // Lost when the browser does not take it: a count is not worth a second try.
  navigator.sendBeacon('/eventos', JSON.stringify(what));
}

/** A page the visitor moved on to without loading it. */
export function trackView(path: string): void {
  report({ view: path });
}

/** A click that is declared with the table `analytics_events`. */
export function trackClick<Category extends keyof Clicks>(category: Category, label: Clicks[Category]): void {
  report({ click: { category, label } });
  globalThis.gtag?.('event', 'click', { event_category: category, event_label: label });
}
