import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { actionName, reasonOf } from '@/entities/auth-log';
import { useSession } from '@/entities/session';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatDateTime } from '@/lib/format';
import { Fact, Line, Part } from '@/ui/panel-part';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge } from '@/ui/state-badge';
import { DetailPage } from '@/widgets/detail-page';
import { Access, Factors, Roles, Sessions } from './person-access';
import { PersonBadges } from './person-badges';
import { PersonCommunity } from './person-community';
import { type PersonDetail, type PersonEvent, personQuery } from './queries';
import { personName, providerName } from './text';

export interface PersonPageProps {
  id: string;
  /** Parts that other features show about the person. */
  membership: ReactNode;
  courses: ReactNode;
  messagesFrom: (email: string) => ReactNode;
}

/** Everything about one person: account, subscription, courses, community, messages. */
export function PersonPage({ id, membership, courses, messagesFrom }: PersonPageProps) {
  const query = useQuery(personQuery(id));
  const own = useSession().user?.id === id;
  return (
    <DetailPage
      query={query}
      back={{ href: paths.adminPeople, label: 'Todas as pessoas' }}
      failed="Não foi possível carregar esta pessoa."
      loading="Carregando a pessoa"
      title={personName}
      badges={(person) => <PersonBadges person={person} />}
      seeAlso={{ href: signedInPaths.adminAuditOf(id), label: 'Ver na auditoria' }}
    >
      {(person) => (
        <>
          <Account person={person} />
          {membership}
          {courses}
          <PersonCommunity id={id} />
          {person.email && messagesFrom(person.email)}
          <Roles person={person} own={own} />
          <Access person={person} own={own} />
          <Factors person={person} own={own} />
          <Sessions person={person} />
          <Events events={person.events} />
        </>
      )}
    </DetailPage>
  );
}

export function Account({ person }: { person: PersonDetail }) {
  return (
    <Part title="Conta">
      <dl className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2">
        <Fact name="E-mail">{person.email ? <SoftBreaks text={person.email} /> : 'Não informado'}</Fact>
        <Fact name="Telefone">{person.phone ? `+${person.phone}` : 'Não informado'}</Fact>
        <Fact name="Entra com">{person.providers.map(providerName).join(', ') || 'Nada ainda'}</Fact>
        <Fact name="Conta desde">{formatDateTime(person.created_at)}</Fact>
        <Fact name="Última entrada">
          {person.last_sign_in_at ? formatDateTime(person.last_sign_in_at) : 'Nunca entrou'}
        </Fact>
        {person.invited_at && <Fact name="Último convite">{formatDateTime(person.invited_at)}</Fact>}
      </dl>
    </Part>
  );
}

export function Events({ events }: { events: readonly PersonEvent[] }) {
  return (
    <Part title="Eventos recentes" about="Os 30 últimos. Todos estão em Segurança, nos logs de autenticação.">
      {events.length === 0 && <p className="text-foreground-2">Nenhum evento desta conta.</p>}
      {events.map((event) => (
        <Line
          key={event.id}
          title={actionName(event.action)}
          detail={[
            formatDateTime(event.created_at),
            event.ip_address,
            event.error_message && reasonOf(event.error_message),
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          <StateBadge tone={event.success ? 'success' : 'failure'}>{event.success ? 'Sucesso' : 'Falha'}</StateBadge>
        </Line>
      ))}
    </Part>
  );
}
