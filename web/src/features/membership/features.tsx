import type { MembershipContent, Point } from '@/generated/content';
import { cx } from '@/lib/cx';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';

/** What members find inside: one leading card with art, three rows beside it. */
export function MembershipFeatures({ features }: Pick<MembershipContent, 'features'>) {
  const [lead, ...rest] = features.items;
  return (
    <Section label="Por dentro">
      <h2 className="max-w-[20ch] type-display-2">{features.title}</h2>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-4 lg:grid-cols-9">
        {lead && (
          <Card point={lead} className="max-lg:pb-5 lg:col-span-5">
            <Plate tone="ink" className="mb-6 aspect-16/10">
              <NeedleArt field="orbit" seed="comunidade" width={800} height={500} step={84} />
            </Plate>
          </Card>
        )}
        <div className="grid content-between lg:col-span-4">
          {rest.map((point) => (
            <Card key={point.title} point={point} className="border-t border-border-strong pt-6 pb-8" />
          ))}
        </div>
      </div>
    </Section>
  );
}

function Card({ point, className, children }: { point: Point; className?: string; children?: React.ReactNode }) {
  return (
    <article className={cx(className)}>
      {children}
      <h3 className="type-title-1">{point.title}</h3>
      <p className="mt-3.5 max-w-[48ch] text-base leading-relaxed text-foreground-2">{point.text}</p>
    </article>
  );
}
