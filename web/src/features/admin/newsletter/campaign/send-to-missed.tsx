import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { functionAnswer } from '@/lib/functions';
import { navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { letterPaths } from '../links';
import { CAMPAIGN_CHANGED, type CampaignView, readersQuery, type Segment } from '../queries';
import { MAX_QUESTIONS } from '../segments/questions';
import { peopleText } from '../text';
import { draftOf, requestOf } from './model';

/** Begins a draft with the same letter for those of the list who have not received it. */
export function SendToMissed({ campaign }: { campaign: CampaignView }) {
  const segment: Segment = [...campaign.segment, { question: 'missed', campaign: campaign.number }];
  const fits = segment.length <= MAX_QUESTIONS;
  const readers = useQuery({ ...readersQuery(campaign.list, segment), enabled: fits });
  const count = readers.data?.count ?? 0;
  const drafting = useAction({
    run: () => functionAnswer('save-campaign', requestOf(null, { ...draftOf(campaign), segment })),
    done: { title: 'O rascunho está pronto. Confira e confirme o envio', tone: 'success' },
    failure: 'Não foi possível preparar o rascunho.',
    refreshes: CAMPAIGN_CHANGED,
    onDone: ({ number }) => navigate(letterPaths.campaign(number)),
  });
  if (count === 0) return null;
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border border-border p-5">
      <p className="max-w-[60ch] type-ui">
        <span className="font-label">
          {count === 1
            ? '1 pessoa da lista não recebeu esta carta. '
            : `${peopleText(count)} da lista não receberam esta carta. `}
        </span>
        São as que entraram depois e aquelas a quem ela não chegou. Quem saiu ou tem o endereço suprimido não conta.
      </p>
      <Button
        variant="line"
        size="small"
        busy={drafting.isPending}
        busyLabel="Preparando..."
        onClick={() => drafting.mutate()}
      >
        <MailPlus aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Enviar a quem não recebeu
      </Button>
    </div>
  );
}
