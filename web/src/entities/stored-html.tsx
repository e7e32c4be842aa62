import type { Ref } from 'react';

export interface StoredHtmlProps {
  html: string;
  className: string;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** HTML of the owner or of members. The only place that renders HTML: the server cleans it when it is stored. */
export function StoredHtml({ html, className, ref }: StoredHtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server, as said above
  return <div ref={ref} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
