import type { MouseEventHandler, Ref } from 'react';

export interface StoredHtmlProps {
  html: string;
  className: string;
  ref?: Ref<HTMLDivElement> | undefined;
  /** Handler of clicks on the elements inside. */
  onClick?: MouseEventHandler | undefined;
}

/** HTML of the owner or of members. The only place that renders HTML: the server cleans it when it is stored. */
export function StoredHtml({ html, className, ref, onClick }: StoredHtmlProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are operated, a click on them arrives here
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server, as said above
    <div ref={ref} className={className} onClick={onClick} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
