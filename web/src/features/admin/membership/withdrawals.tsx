import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { entitlementLabels } from '@/generated/entitlements';
import { formatCount, formatDate } from '@/lib/format';
import { Fold } from '@/ui/fold';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Part } from '@/ui/panel-part';
import { type AnnouncedWithdrawal, withdrawalsQuery } from './queries';
import { memberName, planNameOf } from './text';

/** Changes of plans that were announced, and the members they affect. Renders nothing if there are none. */
export function Withdrawals() {
  const query = useQuery(withdrawalsQuery);
  const { data } = query;
  if (!query.isError && !data?.withdrawals.length) return null;
  return (
    <Part
      title="Mudanças nos planos"
      about="O que os planos deixam de incluir. Cada membro fica com o que tem até a primeira renovação a partir da data."
    >
      {data ? (
        <ul>
          {data.withdrawals.map((withdrawal) => (
            <Withdrawal key={`${withdrawal.plan} ${withdrawal.entitlement}`} withdrawal={withdrawal} />
          ))}
        </ul>
      ) : (
        <LoadFailed title="Não foi possível carregar as mudanças nos planos." query={query} />
      )}
    </Part>
  );
}

function Withdrawal({ withdrawal }: { withdrawal: AnnouncedWithdrawal }) {
  const { plan, entitlement, ends_at: from, count, members } = withdrawal;
  return (
    <li className="border-b border-border py-4 first:pt-0 last:border-b-0 last:pb-0">
      <p className="font-label">
        O plano {planNameOf(plan)} deixa de incluir {entitlementLabels[entitlement]} a partir de {formatDate(from)}
      </p>
      <p className="mt-0.5 type-meta">{noticeText(withdrawal)}</p>
      <Fold title={formatCount(count, 'membro afetado', 'membros afetados')} className="-mb-2">
        <ul className="grid gap-x-(--gutter) pb-2 type-ui sm:grid-cols-2 xl:grid-cols-3">
          {members.map((member) => (
            <li key={member.id} className="min-w-0">
              <Link
                href={paths.adminMember(member.id)}
                className="inline-flex min-h-8 items-center [overflow-wrap:anywhere] hover:text-north max-sm:min-h-11"
              >
                {memberName(member)}
              </Link>
            </li>
          ))}
        </ul>
        {count > members.length && (
          <p className="pb-2 type-meta">{`E mais ${formatCount(count - members.length, 'membro', 'membros')}.`}</p>
        )}
      </Fold>
    </li>
  );
}

function noticeText({ tells, notified_at: at }: AnnouncedWithdrawal): string {
  if (!tells) return 'O aviso aos membros fica com você.';
  return at ? `Aviso enviado por e-mail em ${formatDate(at)}.` : 'O aviso por e-mail sai em até uma hora.';
}
