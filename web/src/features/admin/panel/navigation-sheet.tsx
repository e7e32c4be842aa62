import { ArrowUpRight } from 'lucide-react';
import { paths } from '@/app/pages';
import { usePanelAccess } from '@/entities/panel-access';
import { Link } from '@/ui/link';
import { Sheet } from '@/ui/sheet';
import { Pages, PlaceLink } from './navigation';
import { placesOf } from './places';

export interface NavigationSheetProps {
  current: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The navigation on narrow screens. */
export default function NavigationSheet({ current, open, onOpenChange }: NavigationSheetProps) {
  const { tabs } = placesOf(usePanelAccess());
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
      {/* The links themselves are what is operated; this only notices that one was followed. */}
      <div
        className="-mt-6"
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && onOpenChange(false)}
      >
        <nav aria-label="Seções do painel">
          <ul>
            {tabs.map((place) => (
              <li key={place.path}>
                <PlaceLink place={place} current={current} roomy />
              </li>
            ))}
          </ul>
        </nav>
        <Pages current={current} roomy />
        <Link href={paths.home} className="mt-4 flex min-h-12 items-center gap-4 type-ui text-muted-foreground">
          <ArrowUpRight aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
          Ver site
        </Link>
      </div>
    </Sheet>
  );
}
