import type { PlansContent } from '@/generated/content';

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
