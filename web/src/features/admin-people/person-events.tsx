import { actionName, reasonOf } from '@/lib/auth-log';
import { formatDateTime } from '@/lib/format';
import { Line, Part } from '@/ui/panel-part';
import { StateBadge } from '@/ui/state-badge';
import type { PersonEvent } from './queries';

/** The latest events of the account. */
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
