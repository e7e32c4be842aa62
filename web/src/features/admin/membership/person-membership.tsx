import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { formatDate } from '@/lib/format';
import { GoLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Fact, Line, Part } from '@/ui/panel-part';
import { memberQuery } from './queries';
import { ReceiptTitle } from './receipt-title';
import { OTHER_PRODUCT, offerNameOf, STATE_NAMES, untilText } from './text';

const RECEIPTS_SHOWN = 3;

/** Plan and last charges on the card of a person; all else is on the member's card. */
export function PersonMembership({ id }: { id: string }) {
  const query = useQuery(memberQuery(id));
  return (
    <Part title="Assinatura" about="Devolver, cancelar e conceder cortesia ficam na página da assinatura.">
      <Loaded
        query={query}
        failed="Não foi possível carregar a assinatura."
        loading="Carregando a assinatura"
        skeleton={['h-24 w-full']}
      >
        {({ member, receipts }) => (
          <>
            {member ? (
              <dl className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2">
                <Fact name="Plano">{offerNameOf(member)}</Fact>
                <Fact name="Situação">{STATE_NAMES[member.state]}</Fact>
                <Fact name="Acesso">{untilText(member)}</Fact>
                <Fact name="Membro desde">{member.since ? formatDate(member.since) : 'Nunca'}</Fact>
              </dl>
            ) : (
              <p className="text-foreground-2">Nunca foi membro.</p>
            )}
            <div className="mt-6 empty:hidden">
              {receipts.slice(0, RECEIPTS_SHOWN).map((receipt) => (
                <Line
                  key={receipt.id}
                  title={<ReceiptTitle receipt={receipt} />}
                  detail={[
                    receipt.created_at && `Cobrado em ${formatDate(receipt.created_at)}`,
                    !receipt.plan && OTHER_PRODUCT.toLowerCase(),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              ))}
            </div>
            <p className="mt-4">
              <GoLink href={paths.adminMember(id)}>Ver assinatura</GoLink>
            </p>
          </>
        )}
      </Loaded>
    </Part>
  );
}
