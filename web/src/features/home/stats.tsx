import type { HomeContent } from '@/generated/content';

/** The figures, in columns that continue the lines of the hero's needles. */
export function Stats({ stats }: { stats: HomeContent['stats'] }) {
  return (
    <section aria-label="Números" className="overflow-hidden border-b border-border">
      <div className="wrap">
        <ul className="stats">
          {stats.map((stat) => (
            <li key={stat.label} className="grid content-start gap-4.5">
              <span className="type-numeral">
                <Mark>{stat.before}</Mark>
                {stat.value}
                <Mark>{stat.after}</Mark>
              </span>
              <span className="text-ui leading-snug text-foreground-2">{stat.label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The plus sign, small, raised and vermilion. */
function Mark({ children }: { children: string }) {
  return children ? (
    <sup className="relative top-[-0.78em] mx-[0.06em] text-[0.46em] leading-0 text-north">{children}</sup>
  ) : null;
}
