import { Rss } from 'lucide-react';
import { TextLink } from '@/ui/link';

/** Leads to a feed. */
export function FeedLink({ label, path }: { label: string; path: string }) {
  return (
    <TextLink href={path} className="inline-flex min-h-11 items-center gap-2 type-ui">
      <Rss aria-hidden="true" className="size-4" strokeWidth={1.6} />
      {label}
    </TextLink>
  );
}
