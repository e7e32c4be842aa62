import { ButtonLink } from '@/ui/link';
import { NeedleArt } from '@/ui/needle-art';

export interface MissingProps {
  title: string;
  text: string;
  /** Target of the link. */
  href: string;
  action: string;
  /** Another text, another drawing. */
  seed: string;
}

/** The page of an address at which something was expected that is not there. */
export function Missing({ title, text, href, action, seed }: MissingProps) {
  return (
    <div className="wrap py-[clamp(3rem,6vw,6rem)]">
      <div className="relative overflow-hidden border border-border p-6 lg:p-16">
        <NeedleArt
          field="scatter"
          seed={seed}
          width={1280}
          height={400}
          step={80}
          className="absolute inset-0 text-plate [--art-north:var(--plate)]"
        />
        <div className="relative">
          <h1 className="type-display-3">{title}</h1>
          <p className="mt-3 max-w-[44ch] text-foreground-2">{text}</p>
          <ButtonLink href={href} className="mt-6">
            {action}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
