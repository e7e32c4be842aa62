import { useQuery } from '@tanstack/react-query';
import { Check, Hourglass } from 'lucide-react';
import { type Benefit, benefitsQuery } from '@/entities/benefits';
import { cx } from '@/lib/cx';
import { Badge } from '@/ui/badge';
import { Loaded } from '@/ui/loaded';

const SHAPES = Array.from({ length: 6 }, () => 'mb-2.5 h-9 w-full');

/** The lines of the person's plan, with what is still to come marked; in two columns where there is room. */
export function BenefitList({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(benefitsQuery(userId))}
      failed="Não foi possível carregar o que o seu plano inclui."
      loading="Carregando o que o seu plano inclui"
      skeleton={SHAPES}
    >
      {(lines) => (
        <ul className="text-base leading-normal sm:columns-2 sm:gap-x-[calc(2*var(--gutter))]">
          {lines.map((line) => (
            <BenefitLine key={line.entitlement} line={line} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function BenefitLine({ line }: { line: Benefit }) {
  const Icon = line.soon ? Hourglass : Check;
  return (
    <li className="grid break-inside-avoid grid-cols-[1.75rem_1fr] border-t border-border py-2.5">
      <Icon
        aria-hidden="true"
        className={cx('mt-1 size-4', line.soon ? 'text-muted-foreground' : 'text-north')}
        strokeWidth={1.6}
      />
      <span>
        {line.text}
        {line.soon && (
          <>
            {' '}
            <Badge tone="soon" className="-my-1 ml-1">
              Em breve
            </Badge>
          </>
        )}
        {line.delivered && <span className="block type-meta">{deliveriesText(line.delivered)}</span>}
      </span>
    </li>
  );
}

/** `3 de 4 neste mês` */
function deliveriesText({ done, due }: NonNullable<Benefit['delivered']>): string {
  return `${done} de ${due} neste mês`;
}
