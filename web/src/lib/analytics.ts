declare global {
  /** Set by an analytics facility, where the owner has installed one. */
  var gtag:
    | ((command: 'event', action: string, fields: { event_category: string; event_label: string }) => void)
    | undefined;
}

/** Tells the analytics facility, if there is one, that something was clicked. */
export function trackClick(category: string, label: string): void {
  globalThis.gtag?.('event', 'click', { event_category: category, event_label: label });
}
