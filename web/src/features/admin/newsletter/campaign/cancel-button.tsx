import { useState } from 'react';
import { formatCount } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { CAMPAIGN_CHANGED, type CampaignView } from '../queries';

const waitingText = (count: number): string =>
  count === 1
    ? 'A pessoa que ainda espera não recebe'
    : `As ${formatCount(count, 'pessoa', 'pessoas')} que ainda esperam não recebem`;

/** Ends a campaign after a question. */
export function CancelButton({ campaign, label }: { campaign: CampaignView; label?: string }) {
  const [asking, setAsking] = useState(false);
  const { number, started_at: started, counts } = campaign;
  const cancelling = useAction({
    run: () => functionAnswer('cancel-campaign', { number }),
    done: started
      ? { title: 'O envio foi cancelado', tone: 'success' }
      : { title: 'A campanha foi cancelada', tone: 'success' },
    failure: 'Não foi possível cancelar a campanha.',
    refreshes: CAMPAIGN_CHANGED,
  });
  const isStarted = started !== null;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        {label ?? (isStarted ? 'Cancelar o envio' : 'Cancelar a campanha')}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => !cancelling.isPending && setAsking(open)}
        title={isStarted ? 'Cancelar o envio?' : 'Cancelar a campanha?'}
        description={
          isStarted
            ? `${waitingText(counts.waiting)} a carta. Quem já recebeu fica como está. Não há como retomar depois.`
            : 'A campanha não sai e não pode mais ser editada. A carta continua nos conteúdos.'
        }
        actionLabel={isStarted ? 'Cancelar o envio' : 'Cancelar a campanha'}
        cancelLabel="Voltar"
        busy={cancelling.isPending}
        busyLabel="Cancelando..."
        onAction={() => cancelling.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
