import { formatDate } from '@/lib/format';
import { Line, Part } from '@/ui/panel-part';
import { ActButton } from './act-button';
import type { PersonDetail } from './queries';
import { factorName, personName } from './text';

/** Recovery codes are named by the program that made them. */
const nameOf = ({ factor_type, friendly_name }: PersonDetail['factors'][number]) =>
  factor_type === 'recovery_code' ? undefined : friendly_name;

/** Second factors and passkeys: seen, and removed together for whoever lost them. */
export function Factors({ person, own }: { person: PersonDetail; own: boolean }) {
  const { factors, passkeys } = person;
  const some = factors.length + passkeys.length > 0;
  return (
    <Part title="Segundo fator e passkeys" about="Para quem perdeu o celular e os códigos de recuperação.">
      {factors.map((factor) => (
        <Line
          key={factor.id}
          title={factorName(factor.factor_type)}
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
            <ActButton
              act={{ name: 'reset-factors', body: { user_id: person.id } }}
              failure="Erro ao remover os segundos fatores."
              busyLabel="Removendo..."
              question={{
                title: 'Remover segundos fatores e passkeys?',
                description: `${personName(person)} passa a entrar só com a senha, sai de todos os dispositivos e recebe um aviso por e-mail. Confirme antes que é ela mesma quem pede.`,
                action: 'Remover todos',
              }}
            >
              Remover todos
            </ActButton>
          )}
        </div>
      )}
    </Part>
  );
}
