import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { formatDate, formatDateTime } from '@/lib/format';
import { Fact, Part } from '@/ui/panel-part';
import { SoftBreaks } from '@/ui/soft-breaks';
import { DetailPage } from '@/widgets/detail-page';
import { Actions } from './member-actions';
import { Checkouts, Courtesies, MemberRequests, Subscriptions } from './member-history';
import { type MemberDetail, memberQuery } from './queries';
import { Receipts } from './receipts';
import { StateMark } from './state-mark';
import { memberName, offerNameOf, paymentText, STATE_NAMES, untilText } from './text';

export function MemberPage({ id, audit }: { id: string; audit: ReactNode }) {
  const query = useQuery(memberQuery(id));
  return (
    <DetailPage
      query={query}
      back={{ href: paths.adminMembers, label: 'Todos os membros' }}
      failed="Não foi possível carregar este membro."
      loading="Carregando o membro"
      title={memberName}
      badges={({ member }) => member && <StateMark state={member.state} />}
      seeAlso={{ href: paths.adminPerson(id), label: 'Ver a conta' }}
    >
      {(detail) => (
        <>
          <Facts detail={detail} />
          <Actions detail={detail} />
          <Subscriptions subscriptions={detail.subscriptions} />
          <MemberRequests requests={detail.own_acts} />
          <Receipts detail={detail} />
          <Checkouts checkouts={detail.checkouts} />
          <Courtesies courtesies={detail.courtesies} />
          <Part title="Administração" about="O que foi feito com os direitos da administração.">
            {audit}
          </Part>
        </>
      )}
    </DetailPage>
  );
}

export function Facts({ detail }: { detail: MemberDetail }) {
  const { member, email, tax_id: taxId, asked_at: asked } = detail;
  return (
    <Part title="Situação" about="Conforme a última consulta ao serviço de pagamento e as cortesias concedidas.">
      <dl className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2">
        <Fact name="E-mail">{email ? <SoftBreaks text={email} /> : 'Não informado'}</Fact>
        {taxId && <Fact name="CPF ou CNPJ dos recibos">{taxId}</Fact>}
        {member ? (
          <>
            <Fact name="Plano">{offerNameOf(member)}</Fact>
            <Fact name="Situação">{STATE_NAMES[member.state]}</Fact>
            <Fact name="Acesso">{untilText(member)}</Fact>
            <Fact name="Membro desde">{member.since ? formatDate(member.since) : 'Nunca'}</Fact>
            <Fact name="Último pagamento">{paymentText(member)}</Fact>
            {member.courtesy_until && <Fact name="Cortesia até">{formatDate(member.courtesy_until)}</Fact>}
          </>
        ) : (
          <Fact name="Situação">Nunca foi membro</Fact>
        )}
        <Fact name="Última consulta ao serviço de pagamento">{asked ? formatDateTime(asked) : 'Nunca pagou'}</Fact>
      </dl>
    </Part>
  );
}
