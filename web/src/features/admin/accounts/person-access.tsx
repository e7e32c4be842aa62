import { useState } from 'react';
import type { Role } from '@/entities/access';
import { deviceName } from '@/lib/device';
import { formatDate, formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Line, Part } from '@/ui/panel-part';
import { ActionButton, type ActionButtonProps } from '@/widgets/action-button';
import { BanDialog } from './ban-dialog';
import { PEOPLE, type PersonDetail, type PersonSession } from './queries';
import { banEnd, FACTOR_NAMES, personName, ROLE_ABOUT, ROLE_NAMES } from './text';

export const PersonAction = (props: Omit<ActionButtonProps, 'refreshes'>) => (
  <ActionButton {...props} refreshes={[PEOPLE]} />
);

export function Access({ person, own }: { person: PersonDetail; own: boolean }) {
  const { id, email, banned_until: banned } = person;
  const waiting = email && !person.confirmed;
  return (
    <Part title="Acesso" about="Links e códigos vão só para o e-mail da pessoa. Você não os vê.">
      {waiting && (
        <Line
          title={person.invited_at ? 'Convite à espera' : 'Confirmação à espera'}
          detail={`Uma nova mensagem para ${email} substitui a anterior.`}
        >
          {!banned && (
            <PersonAction
              call={{ name: 'resend-email', body: { user_id: id } }}
              failure="Erro ao reenviar a mensagem."
              busyLabel="Reenviando..."
            >
              {person.invited_at ? 'Reenviar convite' : 'Reenviar confirmação'}
            </PersonAction>
          )}
        </Line>
      )}
      {email && (
        <Line title="Nova senha" detail="A pessoa recebe um link e um código para definir outra senha.">
          {!banned && (
            <PersonAction
              call={{ name: 'send-recovery', body: { user_id: id } }}
              failure="Erro ao enviar a mensagem."
              busyLabel="Enviando..."
            >
              Enviar e-mail de nova senha
            </PersonAction>
          )}
        </Line>
      )}
      <Ban person={person} own={own} />
    </Part>
  );
}

function Ban({ person, own }: { person: PersonDetail; own: boolean }) {
  const [asking, setAsking] = useState(false);
  const { banned_until: until, ban_reason: reason } = person;
  if (until) {
    return (
      <Line title={`Conta suspensa ${banEnd(until)}`} detail={reason && `Motivo: ${reason}`}>
        <PersonAction
          call={{ name: 'lift-ban', body: { user_id: person.id } }}
          failure="Erro ao remover a suspensão."
          busyLabel="Removendo..."
          question={{
            title: 'Remover a suspensão?',
            description: `${personName(person)} volta a poder entrar.`,
            action: 'Remover suspensão',
          }}
        >
          Remover suspensão
        </PersonAction>
      </Line>
    );
  }
  return (
    <Line title="Suspensão" detail="Encerra todas as sessões e impede novas entradas.">
      {own ? (
        <p className="type-meta">É a sua conta.</p>
      ) : (
        <Button variant="line" size="small" onClick={() => setAsking(true)}>
          Suspender conta
        </Button>
      )}
      <BanDialog person={person} open={asking} onClose={() => setAsking(false)} />
    </Line>
  );
}

const ROLES: readonly Role[] = ['admin', 'moderator', 'editor', 'publisher'];

export function Roles({ person, own }: { person: PersonDetail; own: boolean }) {
  return (
    <Part title="Permissões" about="Valem imediatamente. O site precisa ter pelo menos um administrador.">
      {ROLES.filter((role) => role !== 'publisher' || person.roles.includes('editor')).map((role) => {
        const held = person.roles.includes(role);
        return (
          <Line key={role} title={ROLE_NAMES[role]} detail={ROLE_ABOUT[role]}>
            {held && own && role === 'admin' ? (
              <p className="type-meta">É a sua conta: peça a outra pessoa.</p>
            ) : (
              <RoleButton person={person} role={role} held={held} />
            )}
          </Line>
        );
      })}
    </Part>
  );
}

function RoleButton({ person, role, held }: { person: PersonDetail; role: Role; held: boolean }) {
  const body = { user_id: person.id, role };
  const name = personName(person);
  return held ? (
    <PersonAction
      call={{ name: 'revoke-role', body }}
      failure="Erro ao retirar a permissão."
      busyLabel="Retirando..."
      question={{
        title: `Retirar a permissão de ${ROLE_NAMES[role].toLowerCase()}?`,
        description: `${name} perde na hora o que essa permissão abre.`,
        action: 'Retirar permissão',
      }}
    >
      Retirar<span className="sr-only"> {ROLE_NAMES[role]}</span>
    </PersonAction>
  ) : (
    <PersonAction
      call={{ name: 'grant-role', body }}
      failure="Erro ao conceder a permissão."
      busyLabel="Concedendo..."
      question={{
        title: `Conceder permissão de ${ROLE_NAMES[role].toLowerCase()}?`,
        description: `${name} passa a poder: ${lowerFirst(ROLE_ABOUT[role])}`,
        action: 'Conceder permissão',
      }}
    >
      Conceder permissão<span className="sr-only"> {ROLE_NAMES[role]}</span>
    </PersonAction>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const nameOf = ({ factor_type, friendly_name }: PersonDetail['factors'][number]) =>
  factor_type === 'recovery_code' ? undefined : friendly_name;

/** Second factors and passkeys: listed, and removed together for people who lost them. */
export function Factors({ person, own }: { person: PersonDetail; own: boolean }) {
  const { factors, passkeys } = person;
  const some = factors.length + passkeys.length > 0;
  return (
    <Part title="Duas etapas e passkeys" about="Para quem perdeu o celular e os códigos de recuperação.">
      {factors.map((factor) => (
        <Line
          key={factor.id}
          title={FACTOR_NAMES[factor.factor_type]}
          detail={[nameOf(factor), `desde ${formatDate(factor.created_at)}`].filter(Boolean).join(' · ')}
        />
      ))}
      {passkeys.map((passkey) => (
        <Line
          key={passkey.id}
          title={passkey.friendly_name || 'Passkey'}
          detail={`Passkey desde ${formatDate(passkey.created_at)}`}
        />
      ))}
      {!some && <p className="text-foreground-2">A conta usa só a senha ou links por e-mail.</p>}
      {some && (
        <div className="pt-5">
          {own ? (
            <p className="type-meta">É a sua conta: cuide deles em Configurações.</p>
          ) : (
            <PersonAction
              call={{ name: 'reset-factors', body: { user_id: person.id } }}
              failure="Erro ao remover os segundos fatores."
              busyLabel="Removendo..."
              question={{
                title: 'Remover segundos fatores e passkeys?',
                description: `${personName(person)} passa a entrar só com a senha, sai de todos os dispositivos e recebe um aviso por e-mail. Confirme antes que é ela mesma quem pede.`,
                action: 'Remover todos',
              }}
            >
              Remover todos
            </PersonAction>
          )}
        </div>
      )}
    </Part>
  );
}

export function Sessions({ person }: { person: PersonDetail }) {
  const { sessions } = person;
  return (
    <Part title="Sessões" about="Uma sessão encerrada deixa de valer no mesmo instante.">
      {sessions.length === 0 && <p className="text-foreground-2">Nenhuma sessão aberta.</p>}
      {sessions.map((session) => (
        <Line key={session.id} title={deviceName(session.user_agent)} detail={detailOf(session)}>
          <PersonAction
            call={{ name: 'end-person-sessions', body: { user_id: person.id, session_id: session.id } }}
            failure="Erro ao encerrar a sessão."
            busyLabel="Encerrando..."
            variant="soft"
          >
            Encerrar<span className="sr-only"> a sessão em {deviceName(session.user_agent)}</span>
          </PersonAction>
        </Line>
      ))}
      {sessions.length > 1 && (
        <div className="pt-5">
          <PersonAction
            call={{ name: 'end-person-sessions', body: { user_id: person.id, session_id: null } }}
            failure="Erro ao encerrar as sessões."
            busyLabel="Encerrando..."
            question={{
              title: 'Encerrar todas as sessões?',
              description: `${personName(person)} sai de todos os dispositivos e precisa entrar de novo.`,
              action: 'Encerrar todas',
            }}
          >
            Encerrar todas
          </PersonAction>
        </div>
      )}
    </Part>
  );
}

function detailOf({ ip_address: address, last_used_at: used, aal }: PersonSession): string {
  const factor = aal === 'aal2' && 'com duas etapas';
  return [used && `Último uso em ${formatDateTime(used)}`, address, factor].filter(Boolean).join(' · ');
}
