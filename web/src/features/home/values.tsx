import { paths } from '@/app/pages';
import type { HomeContent } from '@/generated/content';
import { cx } from '@/lib/cx';
import { GoLabel, Link } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';

type Value = HomeContent['values'][number];

const PAGES: Record<Value['page'], string> = { about: paths.about, mentoring: paths.mentoring };

/** How the owner works: one leading card with art, two rows beside it. */
export function Values({ values }: { values: HomeContent['values'] }) {
  const [lead, ...rest] = values;
  return (
    <Section label="Como trabalho">
      <h2 className="max-w-[20ch] type-display-2">Experiência, método e presença.</h2>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-8 lg:grid-cols-9">
        {lead && (
          <Card value={lead} className="grid grid-rows-[auto_1fr] lg:col-span-5">
            <Plate tone="ink" className="aspect-16/10">
              <NeedleArt field="converge" seed="experiência" width={800} height={500} step={62} />
            </Plate>
          </Card>
        )}
        <div className="grid gap-x-(--gutter) sm:grid-cols-2 lg:col-span-4 lg:grid-cols-1 lg:grid-rows-2">
          {rest.map((value) => (
            <Card key={value.title} value={value} className="border-t border-border-strong" />
          ))}
        </div>
      </div>
    </Section>
  );
}

/** The whole card is the link. */
function Card({ value, className, children }: { value: Value; className?: string; children?: React.ReactNode }) {
  return (
    <Link href={PAGES[value.page]} className={cx('group', className)}>
      {children}
      <div className="flex h-full flex-col gap-3.5 pt-6 pb-4">
        <h3 className="type-title-1 transition-colors duration-(--dur-1) group-hover:text-north">{value.title}</h3>
        <p className="max-w-[48ch] text-base leading-relaxed text-foreground-2">{value.text}</p>
        <GoLabel className="mt-auto">{value.link}</GoLabel>
      </div>
    </Link>
  );
}
