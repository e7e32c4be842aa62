import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PushState, pushState, subscribeToPush, unsubscribeFromPush } from '@/lib/push';
import { Switch } from '@/ui/switch';
import { showFailure } from './setting';

const ABOUT: Record<PushState, string> = {
  unsupported: 'Este navegador não recebe avisos. No iPhone, adicione o site à tela de início e abra por lá.',
  blocked: 'O navegador bloqueou os avisos deste site. Libere nas configurações do navegador e volte aqui.',
  off: 'Uma mensagem curta quando há algo para você, mesmo com o site fechado. Ela não mostra o que foi escrito.',
  on: 'Uma mensagem curta quando há algo para você, mesmo com o site fechado. Ao sair da conta, ela deixa de chegar.',
};

const queryKey = ['push'];

/** Setting for push messages about new notices in this browser. */
export function DeviceSetting() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery({ queryKey, queryFn: ({ signal }) => pushState(signal), staleTime: 0 });
  const change = useMutation({
    mutationFn: async (wanted: boolean): Promise<PushState> => {
      if (wanted) return subscribeToPush();
      await unsubscribeFromPush();
      return 'off';
    },
    onSuccess: (now) => queryClient.setQueryData(queryKey, now),
    onError: (error) => showFailure('Os avisos neste aparelho não foram alterados', error),
  });
  const shown = state ?? 'off';
  return (
    <Switch
      label="Avisos neste aparelho"
      description={ABOUT[shown]}
      checked={change.isPending ? change.variables : shown === 'on'}
      disabled={state === undefined || shown === 'unsupported' || shown === 'blocked' || change.isPending}
      onCheckedChange={(wanted) => change.mutate(wanted)}
      className="py-5"
    />
  );
}
