import { Line, Part } from '@/ui/panel-part';
import { ActButton } from './act-button';
import type { PersonDetail, Role } from './queries';
import { personName, ROLE_ABOUT, ROLE_NAMES } from './text';

const ROLES: readonly Role[] = ['admin', 'moderator'];

/** Roles given and taken. */
export function Roles({ person, own }: { person: PersonDetail; own: boolean }) {
  return (
    <Part title="Papéis" about="Valem a partir do próximo pedido da pessoa. O site nunca fica sem quem o administre.">
      {ROLES.map((role) => {
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
  const act = { name: held ? 'revoke-role' : 'grant-role', body: { user_id: person.id, role } };
  const name = personName(person);
  return held ? (
    <ActButton
      act={act}
      failure="Erro ao retirar o papel."
      busyLabel="Retirando..."
      question={{
        title: `Retirar o papel de ${ROLE_NAMES[role].toLowerCase()}?`,
        description: `${name} perde na hora o que esse papel permite.`,
        action: 'Retirar papel',
      }}
    >
      Retirar<span className="sr-only"> {ROLE_NAMES[role]}</span>
    </ActButton>
  ) : (
    <ActButton
      act={act}
      failure="Erro ao dar o papel."
      busyLabel="Dando..."
      question={{
        title: `Dar o papel de ${ROLE_NAMES[role].toLowerCase()}?`,
        description: `${name} passa a poder: ${lowerFirst(ROLE_ABOUT[role])}`,
        action: 'Dar papel',
      }}
    >
      Dar papel<span className="sr-only"> {ROLE_NAMES[role]}</span>
    </ActButton>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
