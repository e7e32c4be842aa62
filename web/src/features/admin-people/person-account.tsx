import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/format';
import { Part } from '@/ui/panel-part';
import type { PersonDetail } from './queries';
import { planName, providerName, statusName } from './text';

/** The account's facts, and the subscription as the payments left it. */
export function Account({ person }: { person: PersonDetail }) {
  const { subscription } = person;
  return (
    <Part title="Conta" about="A assinatura muda só pelos pagamentos.">
      <dl className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2">
        <Fact name="E-mail">{person.email ?? 'Não informado'}</Fact>
        <Fact name="Telefone">{person.phone ? `+${person.phone}` : 'Não informado'}</Fact>
        <Fact name="Entra com">{person.providers.map(providerName).join(', ') || 'Nada ainda'}</Fact>
        <Fact name="Conta desde">{formatDateTime(person.created_at)}</Fact>
        <Fact name="Última entrada">
          {person.last_sign_in_at ? formatDateTime(person.last_sign_in_at) : 'Nunca entrou'}
        </Fact>
        {person.invited_at && <Fact name="Último convite">{formatDateTime(person.invited_at)}</Fact>}
        <Fact name="Assinatura">
          {subscription
            ? `${planName(subscription.plan)}: ${statusName(subscription.status).toLowerCase()}`
            : 'Nenhuma'}
        </Fact>
        {subscription?.current_period_end && (
          <Fact name={subscription.cancel_at_period_end ? 'Termina em' : 'Período pago até'}>
            {formatDate(subscription.current_period_end)}
          </Fact>
        )}
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
