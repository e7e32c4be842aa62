import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getClient, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import { ErrorNotice } from '@/ui/error-notice';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { usePerson } from './account';
import { LOAD_ADVICE, showFailure } from './setting';

interface Preferences {
  newsletter: boolean;
  replies: boolean;
}

function preferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['notifications', userId],
    queryFn: async ({ signal }): Promise<Preferences> => {
      const client = await getClient();
      const [{ follows }, stored] = await Promise.all([
        functionAnswer('read-newsletter'),
        client.from('notification_preferences').select('community_replies').abortSignal(signal).maybeSingle(),
      ]);
      // Without a row every e-mail is on.
      return { newsletter: follows, replies: unwrap(stored)?.community_replies ?? true };
    },
    staleTime: 0,
  });
}

async function save(userId: string, wanted: Partial<Preferences>): Promise<void> {
  if (wanted.newsletter !== undefined) await functionAnswer('follow-newsletter', { follows: wanted.newsletter });
  if (wanted.replies !== undefined) {
    const client = await getClient();
    const row = { user_id: userId, community_replies: wanted.replies };
    unwrap(await client.from('notification_preferences').upsert(row, { onConflict: 'user_id' }));
  }
}

export function Notifications() {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery(id);
  const preferences = useQuery(preferencesQuery(id));
  const change = useMutation({
    mutationFn: (wanted: Partial<Preferences>) => save(id, wanted),
    onMutate: (wanted) => queryClient.setQueryData(queryKey, (before) => before && { ...before, ...wanted }),
    onError: (error) => showFailure('O aviso não foi alterado', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (preferences.isError) {
    return (
      <ErrorNotice
        title="Os avisos não puderam ser lidos."
        description={LOAD_ADVICE}
        onRetry={() => void preferences.refetch()}
      />
    );
  }
  if (!preferences.data) {
    return (
      <Loading label="Carregando os avisos">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  return (
    <>
      <Switch
        label="Carta semanal"
        description="Um tema de gestão por vez, no e-mail da conta."
        checked={preferences.data.newsletter}
        onCheckedChange={(newsletter) => change.mutate({ newsletter })}
        className="py-5"
      />
      <Switch
        label="Comentários nas minhas publicações"
        description="No máximo um aviso por dia para cada publicação."
        checked={preferences.data.replies}
        onCheckedChange={(replies) => change.mutate({ replies })}
        className="py-5"
      />
      <Switch
        label="Segurança da conta"
        description="Trocas de senha e de e-mail, novas verificações, exclusão. Estes avisos são sempre enviados."
        checked
        disabled
        onCheckedChange={() => {}}
        className="py-5"
      />
    </>
  );
}
