import { deviceName } from '@/lib/device';
import { formatDateTime } from '@/lib/format';
import { Line, Part } from '@/ui/panel-part';
import { ActButton } from './act-button';
import type { PersonDetail, PersonSession } from './queries';
import { personName } from './text';

/** Where the person is signed in, and ending that. */
export function Sessions({ person }: { person: PersonDetail }) {
  const { sessions } = person;
  return (
    <Part title="Sessões" about="Uma sessão encerrada deixa de valer no mesmo instante.">
      {sessions.length === 0 && <p className="text-foreground-2">Nenhuma sessão aberta.</p>}
      {sessions.map((session) => (
        <Line key={session.id} title={deviceName(session.user_agent)} detail={detailOf(session)}>
          <ActButton
            act={{ name: 'end-person-sessions', body: { user_id: person.id, session_id: session.id } }}
            failure="Erro ao encerrar a sessão."
            busyLabel="Encerrando..."
            variant="soft"
          >
            Encerrar<span className="sr-only"> a sessão em {deviceName(session.user_agent)}</span>
          </ActButton>
        </Line>
      ))}
      {sessions.length > 1 && (
        <div className="pt-5">
          <ActButton
            act={{ name: 'end-person-sessions', body: { user_id: person.id, session_id: null } }}
            failure="Erro ao encerrar as sessões."
            busyLabel="Encerrando..."
            question={{
              title: 'Encerrar todas as sessões?',
              description: `${personName(person)} sai de todos os dispositivos e precisa entrar de novo.`,
              action: 'Encerrar todas',
            }}
          >
            Encerrar todas
          </ActButton>
        </div>
      )}
    </Part>
  );
}

function detailOf({ ip_address: address, last_used_at: used, aal }: PersonSession): string {
  const factor = aal === 'aal2' && 'com segundo fator';
  return [used && `Último uso em ${formatDateTime(used)}`, address, factor].filter(Boolean).join(' · ');
}
