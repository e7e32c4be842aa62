import { useQuery } from '@tanstack/react-query';
import { memberPreferencesQuery, useMemberPreferences } from '@/entities/member-preferences';
import { Loaded } from '@/ui/loaded';
import { Switch } from '@/ui/switch';
import { usePerson } from './account';
import { showFailure } from './setting';

/** Preferences of the person for the community. */
export function CommunitySetting() {
  const { id } = usePerson();
  const preferences = useQuery(memberPreferencesQuery(id));
  const change = useMemberPreferences(id, (error) => showFailure('A preferência não foi alterada', error));
  return (
    <Loaded
      query={preferences}
      failed="As preferências não puderam ser lidas."
      loading="Carregando as preferências"
      skeleton={['h-20 w-full']}
    >
      {({ single_keys: keys, shows_presence: presence }) => (
        <>
          <Switch
            label="Mostrar quando estou na comunidade"
            description="Os membros veem quem está no canal e quem está escrevendo. Sem isso, você não aparece, e continua a ver os outros."
            checked={presence}
            onCheckedChange={(wanted) => change.mutate({ shows_presence: wanted })}
            className="py-5"
          />
          <Switch
            label="Atalhos de uma tecla"
            description="Na comunidade e no fórum, teclas como J, K e R andam pela lista e respondem. A tecla ? mostra todas."
            checked={keys}
            onCheckedChange={(wanted) => change.mutate({ single_keys: wanted })}
            className="py-5"
          />
        </>
      )}
    </Loaded>
  );
}
