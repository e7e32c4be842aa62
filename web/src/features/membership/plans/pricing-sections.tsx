import { Check } from 'lucide-react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { paymentWords } from '@/entities/payment-methods';
import { INTERVAL_LABELS } from '@/entities/plan/interval';
import { chatUrl, useSite } from '@/entities/site';
import { breadcrumbs, faqPage, membership } from '@/entities/structured-data';
import type { Inclusion, Plan, PlansContent } from '@/generated/content';
import { cx } from '@/lib/cx';
import { Badge } from '@/ui/badge';
import { ButtonLink, TextLink } from '@/ui/link';
import { Questions } from '@/ui/questions';
import { Section } from '@/ui/section';
import { figuresOf, monthlyPrice, planAnchor, yearlyPrice } from './price';

const PAGE = { name: 'Planos', path: paths.pricing };

export function PricingHead({ plans, questions, description }: PlansContent) {
  const site = useSite();
  const offers = plans.flatMap((plan) => {
    const price = monthlyPrice(plan);
    const { name, description: text } = plan;
    return price === undefined
      ? []
      : [{ name, description: text, monthlyPrice: price, yearlyPrice: yearlyPrice(plan) }];
  });
  const service = { name: 'Comunidade de líderes', type: 'Comunidade paga', description, path: paths.pricing };
  return (
    <Head
      title="Planos e preços"
      description={description}
      canonicalPath={paths.pricing}
      structuredData={
        import.meta.env.SSR && [
          breadcrumbs(site, [PAGE]),
          membership(site, service, offers),
          faqPage(site, paths.pricing, questions),
        ]
      }
    />
  );
}

export function PricingHero({ title, lede }: Pick<PlansContent, 'title' | 'lede'>) {
  return (
    <div className="wrap grid-page items-end gap-y-6 pt-[clamp(3rem,6vw,6rem)] pb-[clamp(2.5rem,4.5vw,4.5rem)]">
      <h1 className="col-span-full type-display-1 text-[clamp(2.875rem,1.5rem+5.4vw,6.25rem)] lg:col-span-8">
        {title}
      </h1>
      <p className="col-span-full type-lede lg:col-span-4">{lede}</p>
    </div>
  );
}

const FIRST = 'max-md:sticky max-md:left-0 max-md:z-1 max-md:min-w-32 max-md:bg-background';
const marked = (plan: Plan | undefined) => (plan?.popular ? 'bg-muted/60' : undefined);

export function Comparison({ plans, comparison }: Pick<PlansContent, 'plans' | 'comparison'>) {
  const site = useSite();
  return (
    <Section label={comparison.title} labelIsHeading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard */}
      <section aria-label="Comparação entre planos" tabIndex={0} className="relative overflow-x-auto max-md:bleed-x">
        <table className="w-full border-collapse type-ui max-md:min-w-144">
          <thead>
            <tr>
              <td className={cx(FIRST, 'border-b md:w-[34%] border-border-strong')} />
              {plans.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  className={cx(
                    'border-b border-border-strong px-3 pb-4 font-serif text-xl font-normal max-md:px-1.5 max-md:text-lg',
                    marked(plan),
                  )}
                >
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparison.rows.map(({ feature, plans: inclusions }) => (
              <tr key={feature} className="group/row">
                <th
                  scope="row"
                  className={cx(
                    FIRST,
                    'border-t border-border py-3.5 pr-3 text-left font-normal group-first/row:border-t-0',
                  )}
                >
                  {feature}
                </th>
                {plans.map((plan, index) => (
                  <td
                    key={plan.id}
                    className={cx(
                      'border-t border-border px-3 py-3.5 text-center group-first/row:border-t-0',
                      marked(plan),
                    )}
                  >
                    <Cell inclusion={inclusions[index]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className="print:hidden">
            <tr>
              <td className={cx(FIRST, 'border-t border-border')} />
              {plans.map((plan) => (
                <td
                  key={plan.id}
                  className={cx('border-t border-border px-3 py-4 text-center max-md:px-1.5', marked(plan))}
                >
                  <ButtonLink
                    href={figuresOf(plan) ? `#${planAnchor(plan.id)}` : chatUrl(site, 'enterprise')}
                    newTab={!figuresOf(plan)}
                    variant="line"
                    size="small"
                  >
                    {figuresOf(plan) ? 'Escolher' : plan.button}
                    <span className="sr-only"> {figuresOf(plan) ? `o ${plan.name}` : `sobre o ${plan.name}`}</span>
                  </ButtonLink>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </Section>
  );
}

/** Icons, with text for screen readers. */
function Cell({ inclusion }: { inclusion: Inclusion | undefined }) {
  if (inclusion === 'soon') return <Badge tone="soon">Em breve</Badge>;
  if (inclusion === 'each_week') return INTERVAL_LABELS.week;
  if (inclusion === 'each_month') return INTERVAL_LABELS.month;
  const isIncluded = inclusion === 'included';
  return (
    <>
      {isIncluded ? (
        <Check aria-hidden="true" className="mx-auto size-4.5" strokeWidth={2} />
      ) : (
        <span aria-hidden="true" className="text-muted-foreground">
          –
        </span>
      )}
      <span className="sr-only">{isIncluded ? 'Incluído' : 'Não incluído'}</span>
    </>
  );
}

export function Guarantee({ guarantee }: Pick<PlansContent, 'guarantee'>) {
  return (
    <Section label="Garantia" className="pb-(--sp-section)">
      <div className="grid grid-cols-9 items-end gap-x-(--gutter) gap-y-10 pt-[clamp(1.5rem,4vw,4rem)]">
        <p
          aria-hidden="true"
          className="col-span-full -ml-[0.04em] type-numeral text-[clamp(9rem,5rem+13vw,19rem)] leading-[0.74] tracking-[-0.06em] text-north md:col-span-4"
        >
          {guarantee.days}
        </p>
        <div className="col-span-full md:col-span-5">
          <h2 className="type-display-3">{guarantee.title}</h2>
          <p className="mt-4 max-w-152 text-foreground-2">{guarantee.text}</p>
        </div>
      </div>
    </Section>
  );
}

export function PlanQuestions({ questions }: Pick<PlansContent, 'questions'>) {
  return <Questions questions={questions} aside={<Terms />} />;
}

function Terms() {
  return (
    <p className="mt-3 max-w-[26ch] type-meta">
      As regras completas estão nos <TextLink href={paths.terms}>termos de uso</TextLink> e na{' '}
      <TextLink href={paths.privacy}>política de privacidade</TextLink>.
    </p>
  );
}

export function BusinessData({ payment_methods: methods }: Pick<PlansContent, 'payment_methods'>) {
  const { business } = useSite();
  const facts = [
    { term: 'Razão social', text: business.legal_name },
    { term: 'CNPJ', text: business.cnpj },
    { term: 'Endereço', text: business.address },
    { term: 'Telefone', text: business.phone },
    { term: 'Formas de pagamento', text: paymentWords(methods) },
  ];
  return (
    <Section label="Quem vende" labelIsHeading className="pb-(--sp-section)">
      <dl className="grid gap-x-[calc(2*var(--gutter))] border-b border-border md:grid-cols-2">
        {facts.map(({ term, text }) => (
          <div key={term} className="grid gap-0.5 border-t border-border py-4">
            <dt className="type-meta">{term}</dt>
            <dd className="type-ui">{text}</dd>
          </div>
        ))}
        <div className="grid gap-0.5 border-t border-border py-4">
          <dt className="type-meta">Atendimento</dt>
          <dd className="type-ui">
            <TextLink
              href={`mailto:${business.email}`}
              className="-my-3 inline-flex min-h-11 items-center wrap-anywhere"
            >
              {business.email}
            </TextLink>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
