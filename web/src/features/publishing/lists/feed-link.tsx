import { TextLink } from '@/ui/link';

/** Leads to a feed. */
export function FeedLink({ label, path }: { label: string; path: string }) {
  return (
    <TextLink href={path} className="inline-flex min-h-11 items-center type-ui">
      {label}
    </TextLink>
  );
}
