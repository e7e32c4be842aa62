import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { entitlementLabels } from '@/generated/entitlements';
import { formatCount, formatDate } from '@/lib/format';
import { Link } from '@/ui/link';
import { Line, Part } from '@/ui/panel-part';
import { type AnnouncedWithdrawal, withdrawalsQuery } from './queries';
import { memberName, planNameOf } from './text';

/** Changes of plans that were announced, and the members they affect. Nothing where there are none. */
export function Withdrawals() {
  const { data } = useQuery(withdrawalsQuery);
  if (!data || data.withdrawals.length === 0) return null;
  return (
    <Part
      title="Mudanças nos planos"
      about="O que os planos deixam de incluir. Cada membro fica com o que tem até a primeira renovação a partir da data."
    >
      {data.withdrawals.map((withdrawal) => (
        <Line
          key={`${withdrawal.plan} ${withdrawal.entitlement}`}
          title={`${planNameOf(withdrawal.plan)} deixa de incluir ${entitlementLabels[withdrawal.entitlement]} em ${formatDate(withdrawal.ends_at)}`}
          detail={
            <>
              {[formatCount(withdrawal.count, 'membro', 'membros'), noticeText(withdrawal)].join(' · ')}
              <span className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
                {withdrawal.members.map((member) => (
                  <Link key={member.id} href={paths.adminMember(member.id)} className="hover:text-north">
                    {memberName(member)}
                  </Link>
                ))}
                {withdrawal.count > withdrawal.members.length &&
                  `e mais ${withdrawal.count - withdrawal.members.length}`}
              </span>
            </>
          }
        />
      ))}
    </Part>
  );
}

function noticeText({ tells, notified_at: at }: AnnouncedWithdrawal): string {
  if (!tells) return 'o aviso é seu';
  return at ? `avisados por e-mail em ${formatDate(at)}` : 'o aviso por e-mail sai na próxima hora';
}
