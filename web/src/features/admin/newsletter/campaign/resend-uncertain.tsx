import { useState } from 'react';
import { functionAnswer } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { CAMPAIGN_CHANGED, type CampaignView } from '../queries';
import { peopleText } from '../text';

/** Sends the campaign again to those of whom nobody knows whether they have it. */
export function ResendUncertain({ campaign: { number, counts } }: { campaign: CampaignView }) {
  const [asking, setAsking] = useState(false);
  const resending = useAction({
    run: () => functionAnswer('resend-uncertain', { number }),
    done: ({ recipients }) => ({ title: `A carta sai de novo para ${peopleText(recipients)}`, tone: 'success' }),
    failure: 'Não foi possível reenviar.',
    refreshes: CAMPAIGN_CHANGED,
  });
  if (counts.uncertain === 0) return null;
  return (
    <>
      <Button variant="line" size="small" onClick={() => setAsking(true)}>
        Reenviar aos incertos
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => !resending.isPending && setAsking(open)}
        title="Reenviar aos incertos?"
        description={`Incerto é quem estava recebendo quando a conexão caiu: o texto já tinha ido, mas o servidor de e-mail não confirmou. São ${peopleText(counts.uncertain)}. Reenviar alcança quem ficou sem a carta, e quem já a tem pode recebê-la duas vezes.`}
        actionLabel="Reenviar"
        busy={resending.isPending}
        busyLabel="Reenviando..."
        onAction={() => resending.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
