import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '@/app/paths';
import { FunctionFailed } from '@/lib/functions';
import { BackLink } from '@/ui/back-link';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { GoLink } from '@/ui/link';
import { Part } from '@/ui/panel-part';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Actions } from './member-actions';
import { Facts } from './member-facts';
import { Courtesies, OwnActs, Receipts, Subscriptions } from './member-history';
import { type MemberDetail, memberQuery } from './queries';
import { StateMark } from './state-mark';
import { loadFailed, memberGone, memberName } from './text';

/** One member: how the membership stands, what may be done, and everything that happened. */
export function MemberPage({ id, acts }: { id: string; acts: ReactNode }) {
  const member = useQuery(memberQuery(id));
  const gone = member.error instanceof FunctionFailed && member.error.code === 'person_not_found';
  return (
    <div className="pt-6">
      <BackLink href={paths.adminMembers}>Todos os membros</BackLink>
      {member.data && !gone ? (
        <Shown detail={member.data} acts={acts} />
      ) : gone ? (
        <div className="mt-6">
          <Empty {...memberGone} />
        </div>
      ) : member.isError ? (
        <div className="mt-6">
          <ErrorNotice
            {...loadFailed}
            title="Não foi possível carregar este membro."
            onRetry={() => void member.refetch()}
          />
        </div>
      ) : (
        <Loading label="Carregando o membro">
          <Skeleton className="mt-6 h-12 w-80" />
          <Skeleton className="mt-10 h-64 w-full" />
          <Skeleton className="mt-6 h-64 w-full" />
        </Loading>
      )}
    </div>
  );
}

function Shown({ detail, acts }: { detail: MemberDetail; acts: ReactNode }) {
  const { member } = detail;
  return (
    <>
      <div className="mt-4 mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 className="type-display-3 [overflow-wrap:anywhere]">{memberName(detail)}</h2>
          {member && (
            <div className="mt-3">
              <StateMark state={member.state} />
            </div>
          )}
        </div>
        <GoLink href={paths.adminPerson(detail.id)}>Ver a conta</GoLink>
      </div>
      <Facts detail={detail} />
      <Actions detail={detail} />
      <Subscriptions subscriptions={detail.subscriptions} />
      <OwnActs acts={detail.own_acts} />
      <Receipts detail={detail} />
      <Courtesies courtesies={detail.courtesies} />
      <Part title="Administração" about="O que foi feito com os direitos da administração.">
        {acts}
      </Part>
    </>
  );
}
