import { useQuery } from '@tanstack/react-query';
import { memberPreferencesQuery, useMemberPreferences } from '@/entities/member-preferences';
import { ErrorNotice } from '@/ui/error-notice';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { usePerson } from './account';
import { LOAD_ADVICE, showFailure } from './setting';

/** How the person uses the community. */
export function CommunitySetting() {
  const { id } = usePerson();
  const preferences = useQuery(memberPreferencesQuery(id));
  const change = useMemberPreferences(id, (error) => showFailure('A preferência não foi alterada', error));
  if (preferences.isError) {
    return (
      <ErrorNotice
        title="As preferências não puderam ser lidas."
        description={LOAD_ADVICE}
        onRetry={() => void preferences.refetch()}
      />
    );
  }
  if (!preferences.data) {
    return (
      <Loading label="Carregando as preferências">
        <Skeleton className="h-20 w-full" />
      </Loading>
    );
  }
  const { single_keys: keys, shows_presence: presence } = preferences.data;
  return (
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
  );
}
