import { useId } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { cx } from '@/lib/cx';
import { Link } from '@/ui/link';
import { type Place, placesOf } from './places';

/** An entry of the rail: its icon and words, with the bar of the current one at the outer edge. */
const RAIL_ENTRY = cx(
  'xl:relative xl:flex xl:min-h-7.5 xl:w-full xl:items-center xl:gap-3 xl:rounded-md xl:px-3 xl:text-left xl:whitespace-nowrap',
  'xl:hover:bg-card xl:hover:text-foreground xl:before:absolute xl:before:inset-y-2 xl:before:-left-3 xl:before:w-0.75',
  'xl:aria-[current]:bg-card xl:aria-[current]:before:bg-north xl:data-[state=active]:bg-card xl:data-[state=active]:before:bg-north',
);

/** The panel's own four tabs: entries of the rail, or a row above the page on narrow screens. */
export const tabClass = cx(
  RAIL_ENTRY,
  'type-ui text-muted-foreground focus-visible:-outline-offset-2 max-sm:text-sm aria-[current]:font-label aria-[current]:text-foreground data-[state=active]:font-label data-[state=active]:text-foreground',
  'max-xl:relative max-xl:inline-flex max-xl:min-h-13 max-xl:items-center max-xl:whitespace-nowrap max-xl:after:absolute max-xl:after:inset-x-0 max-xl:after:bottom-0 max-xl:after:h-0.5 max-xl:hover:text-foreground',
  'max-xl:aria-[current]:after:bg-north max-xl:data-[state=active]:after:bg-north',
);

export const tabListClass =
  'xl:grid xl:gap-0.5 max-xl:-mx-(--panel-margin) max-xl:flex max-xl:gap-7 max-sm:gap-3 max-xl:overflow-x-auto max-xl:border-b max-xl:border-border max-xl:px-(--panel-margin) max-xl:[scrollbar-width:none]';

export function TabLabel({ icon: Icon, label }: Pick<Place, 'icon' | 'label'>) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0 max-xl:hidden" strokeWidth={1.6} />
      {label}
    </>
  );
}

/** The tabs as links, on the panel's other pages. */
export function TabLinks({ current }: { current: string }) {
  const { tabs } = placesOf(usePanelAccess());
  return (
    <nav aria-label="Seções do painel">
      <ul className={tabListClass}>
        {tabs.map(({ section, path, icon, label }) => (
          <li key={section}>
            <Link href={path} aria-current={path === current ? 'page' : undefined} className={tabClass}>
              <TabLabel icon={icon} label={label} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The other pages of the panel, by group. */
export function Pages({ current, roomy = false }: { current: string; roomy?: boolean }) {
  const id = useId();
  const { groups } = placesOf(usePanelAccess());
  return (
    <nav aria-label="Páginas do painel">
      {groups.map(({ label, places }, index) => (
        <div key={label} className={roomy ? 'mt-5' : 'mt-2.5'}>
          <p id={`${id}-${index}`} className={cx('type-meta', roomy ? 'pb-1' : 'px-3 pb-0.5')}>
            {label}
          </p>
          <ul aria-labelledby={`${id}-${index}`} className={roomy ? undefined : 'grid gap-0.5'}>
            {places.map((place) => (
              <li key={place.path}>
                <PlaceLink place={place} current={current} roomy={roomy} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function PlaceLink({ place, current, roomy }: { place: Place; current: string; roomy: boolean }) {
  const { path, icon: Icon, label } = place;
  return (
    <Link
      href={path}
      aria-current={path === current ? 'page' : undefined}
      className={
        roomy
          ? 'relative flex min-h-12 items-center gap-4 border-b border-border type-ui aria-[current]:font-label aria-[current]:before:absolute aria-[current]:before:inset-y-3 aria-[current]:before:-left-6 aria-[current]:before:w-0.75 aria-[current]:before:bg-north'
          : cx(
              RAIL_ENTRY,
              'type-ui text-muted-foreground focus-visible:-outline-offset-2 aria-[current]:font-label aria-[current]:text-foreground',
            )
      }
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
      {label}
    </Link>
  );
}
