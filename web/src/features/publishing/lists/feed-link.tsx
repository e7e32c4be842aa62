import { useSite } from '@/entities/site';
import { TextLink } from '@/ui/link';

/** A feed's absolute address, to be copied into a feed reader. */
export function FeedLink({ label, path }: { label: string; path: string }) {
  const { origin } = useSite();
  return (
    <p className="flex flex-wrap items-center gap-x-2 type-ui text-muted-foreground">
      {label}
      <TextLink href={path} className="inline-flex min-h-11 items-center wrap-anywhere text-foreground">
        {origin.replace(/^https?:\/\//, '') + path}
      </TextLink>
    </p>
  );
}
