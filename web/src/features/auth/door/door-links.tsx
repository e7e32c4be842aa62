import { TextLink } from '@/ui/link';

export interface DoorLinksProps {
  links: readonly { label: string; href: string }[];
}

/** The other ways from a door, under its form. */
export function DoorLinks({ links }: DoorLinksProps) {
  return (
    <ul className="mt-6 flex flex-wrap gap-x-6 type-ui">
      {links.map(({ label, href }) => (
        <li key={href}>
          <TextLink href={href} className="inline-flex min-h-11 items-center">
            {label}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
