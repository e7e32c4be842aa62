import { useSite } from '@/entities/site';
import { Section } from '@/ui/section';
import { Quotation, type QuotationProps } from './quotation';

export function SingleQuotation(props: Pick<QuotationProps, 'testimonial' | 'sample'>) {
  const site = useSite();
  return (
    <Section label="Depoimento" labelIsHeading className="pb-(--sp-section)">
      <Quotation {...props} href={site.links.recommendations} />
    </Section>
  );
}
