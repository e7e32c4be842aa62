import { Check } from 'lucide-react';
import type { Plan, PlansContent } from '@/generated/content';
import { cx } from '@/lib/cx';
import { Badge } from '@/ui/badge';
import { Section } from '@/ui/section';

/** The first column stays while the plans pass beside it on a phone. */
const FIRST = 'max-md:sticky max-md:left-0 max-md:z-1 max-md:min-w-40 max-md:bg-background';
const marked = (plan: Plan | undefined) => (plan?.popular ? 'bg-muted/60' : undefined);

/** What each plan includes, line by line. */
export function Comparison({ plans, comparison }: Pick<PlansContent, 'plans' | 'comparison'>) {
  return (
    <Section label={comparison.title} labelIsHeading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard */}
      <section aria-label="Comparação entre planos" tabIndex={0} className="relative overflow-x-auto max-md:bleed-x">
        <table className="w-full border-collapse type-ui max-md:min-w-160">
          <thead>
            <tr>
              <td className={cx(FIRST, 'border-b md:w-[34%] border-border-strong')} />
              {plans.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  className={cx('border-b border-border-strong px-3 pb-4 font-serif text-xl font-normal', marked(plan))}
                >
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparison.rows.map(({ feature, soon, cells }) => (
              <tr key={feature} className="group/row">
                <th
                  scope="row"
                  className={cx(
                    FIRST,
                    'border-t border-border py-3.5 pr-3 text-left font-normal group-first/row:border-t-0',
                  )}
                >
                  {feature}
                  {soon && (
                    <>
                      {' '}
                      <Badge tone="soon">Em breve</Badge>
                    </>
                  )}
                </th>
                {plans.map((plan, index) => (
                  <td
                    key={plan.id}
                    className={cx(
                      'border-t border-border px-3 py-3.5 text-center group-first/row:border-t-0',
                      marked(plan),
                    )}
                  >
                    <Cell>{cells[index] ?? 'não'}</Cell>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

/** 'sim' and 'não' are signs, with the words for who cannot see them. */
function Cell({ children }: { children: string }) {
  if (children === 'sim') {
    return (
      <>
        <Check aria-hidden="true" className="mx-auto size-4.5" strokeWidth={2} />
        <span className="sr-only">Incluído</span>
      </>
    );
  }
  if (children === 'não') {
    return (
      <>
        <span aria-hidden="true" className="text-muted-foreground">
          –
        </span>
        <span className="sr-only">Não incluído</span>
      </>
    );
  }
  return children;
}
