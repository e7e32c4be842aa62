import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/format';
import { Part } from '@/ui/panel-part';
import type { MemberDetail } from './queries';
import { paymentText, planName, STATE_NAMES, untilText } from './text';

/** How the membership stands, in words. */
export function Facts({ detail }: { detail: MemberDetail }) {
  const { member, email, asked_at: asked } = detail;
  return (
    <Part title="Situação" about="Como está agora, pela última palavra do serviço de pagamento e pelas cortesias.">
      <dl className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2">
        <Fact name="E-mail">{email ?? 'Não informado'}</Fact>
        {member ? (
          <>
            <Fact name="Plano">{planName(member.plan)}</Fact>
            <Fact name="Situação">{STATE_NAMES[member.state]}</Fact>
            <Fact name="Acesso">{untilText(member)}</Fact>
            <Fact name="Membro desde">{member.since ? formatDate(member.since) : 'Nunca'}</Fact>
            <Fact name="Último pagamento">{paymentText(member)}</Fact>
            {member.courtesy_until && <Fact name="Cortesia até">{formatDate(member.courtesy_until)}</Fact>}
          </>
        ) : (
          <Fact name="Situação">Nunca foi membro</Fact>
        )}
        <Fact name="Conferido com o serviço de pagamento">{asked ? formatDateTime(asked) : 'Nunca pagou'}</Fact>
      </dl>
    </Part>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="type-meta">{name}</dt>
      <dd className="mt-0.5 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
