import type { Ref } from 'react';
import { playInPlace } from '@/entities/external/embeds';
import { StoredHtml } from '@/entities/stored-html';
import { webHost } from '@/lib/web-host';
import { Link, LinkArrow } from '@/ui/link';

interface RichTextProps {
  html: string;
  /** The type of the content. A letter begins with a greeting, too short for a large initial. */
  type: string;
  ref?: Ref<HTMLDivElement>;
}

/** The owner's HTML. */
export function RichText({ html, type, ref }: RichTextProps) {
  const className = type === 'letter' ? 'rich without-initial' : 'rich';
  return <StoredHtml ref={ref} html={html} className={className} onClick={playInPlace} />;
}

/** An external link of a content. Only http and https. */
export function ExternalLink({ href, className }: { href: string; className?: string }) {
  const host = webHost(href);
  if (!host) return null;
  return (
    <Link
      href={href}
      newTab
      className={`group grid grid-cols-[1fr_auto] items-center gap-4 border border-border bg-card px-5 py-4.5 transition-colors duration-(--dur-1) hover:border-foreground ${className ?? ''}`}
    >
      <span>
        <span className="block type-title-2">Acessar o link externo</span>
        <span className="block text-small text-muted-foreground">{host}</span>
      </span>
      <LinkArrow newTab className="text-north" />
    </Link>
  );
}
