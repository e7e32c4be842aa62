import { queryOptions } from '@tanstack/react-query';
import type { EmailPurpose, OwnPurpose } from '@/generated/functions';
import { formatDate } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { useOptimisticChange } from '@/lib/use-optimistic-change';
import { Switch } from '@/ui/switch';
import { showFailure } from './setting';

const PURPOSES: Readonly<Record<EmailPurpose, { label: string; about: string; contract: string }>> = {
  checkout: {
    label: 'Lembretes de compra',
    about: 'Quando você abre a página de pagamento e não conclui.',
    contract: 'porque você começou uma compra',
  },
  membership: {
    label: 'Dicas sobre a assinatura',
    about: 'No primeiro mês de membro, e depois de um mês sem entrar.',
    contract: 'porque você assina um plano',
  },
  return: {
    label: 'E-mails depois da assinatura',
    about: 'Um convite depois do fim, e uma pergunta depois de uma devolução.',
    contract: 'porque você assinou um plano',
  },
};

export type Choices = Readonly<Record<EmailPurpose, OwnPurpose>>;

export const purposesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['email-purposes', userId],
    queryFn: async () => {
      const { purposes } = await functionAnswer('read-email-purposes');
      return Object.fromEntries(purposes.map((purpose) => [purpose.purpose, purpose])) as Choices;
    },
    staleTime: 0,
  });

/** Returns why the person gets the emails of a purpose, and since when. */
function basisText({ purpose, receives, basis, since }: OwnPurpose): string {
  if (!receives || !basis || !since) return '';
  const reason = basis === 'consent' ? 'porque você pediu' : PURPOSES[purpose].contract;
  return ` Desde ${formatDate(since)}, ${reason}.`;
}

/** Switches of the reasons for automated emails. */
export function EmailPurposes({ userId, choices }: { userId: string; choices: Choices }) {
  const change = useOptimisticChange<Choices>({
    queryKey: purposesQuery(userId).queryKey,
    save: async (changed) => {
      for (const { purpose, receives } of Object.values(changed)) {
        await functionAnswer('set-email-purpose', { purpose, receives });
      }
    },
    onFailed: (error) => showFailure('A escolha não foi salva', error),
  });
  return (Object.keys(PURPOSES) as EmailPurpose[]).map((name) => (
    <Switch
      key={name}
      label={PURPOSES[name].label}
      description={`${PURPOSES[name].about}${basisText(choices[name])}`}
      checked={choices[name].receives}
      onCheckedChange={(receives) => change.mutate({ [name]: { ...choices[name], receives } } as Partial<Choices>)}
      className="py-5"
    />
  ));
}
