import { useSite } from '@/lib/site';
import { TextLink } from '@/ui/link';
import { Section } from '@/ui/section';

/** Who sells, as the law wants it said wherever something is sold (Decreto 7.962/2013). */
export function BusinessData() {
  const { business } = useSite();
  const facts = [
    { term: 'Razão social', text: business.legal_name },
    { term: 'CNPJ', text: business.cnpj },
    { term: 'Endereço', text: business.address },
    { term: 'Telefone', text: business.phone },
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
        <div className="grid gap-0.5 border-t border-border py-4 md:col-span-2">
          <dt className="type-meta">Atendimento</dt>
          <dd className="type-ui">
            <TextLink href={`mailto:${business.email}`} className="-my-3 inline-flex min-h-11 items-center">
              {business.email}
            </TextLink>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
