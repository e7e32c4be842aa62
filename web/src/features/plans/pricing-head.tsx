import { paths } from '@/app/pages';
import type { PlansContent } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs, faqPage, membership } from '@/lib/structured-data';
import { monthlyPrice } from './price';

const PAGE = { name: 'Planos', path: paths.pricing };

/** What search engines and shared links read about the plans. */
export function PricingHead({ plans, questions, description }: PlansContent) {
  const site = useSite();
  const offers = plans.flatMap((plan) => {
    const price = monthlyPrice(plan);
    return price === undefined ? [] : [{ name: plan.name, description: plan.description, monthlyPrice: price }];
  });
  const service = { name: 'Comunidade de líderes', type: 'Comunidade paga', description, path: paths.pricing };
  return (
    <Head
      title="Planos e preços"
      description={description}
      canonicalPath={paths.pricing}
      structuredData={[
        breadcrumbs(site, [PAGE]),
        membership(site, service, offers),
        faqPage(site, paths.pricing, questions),
      ]}
    />
  );
}
