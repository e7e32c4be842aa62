import type { Ref } from 'react';

/** A body as the owner wrote it. The only place that shows HTML: the server sanitises every body when it is written. */
export function RichText({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, as said above
  return <div ref={ref} className="rich" dangerouslySetInnerHTML={{ __html: html }} />;
}
