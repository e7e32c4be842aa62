import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { Bar } from '@/ui/progress';
import { useAction } from '@/widgets/use-action';
import { CAMPAIGN_CHANGED, type CampaignView } from '../queries';
import { pauseText } from '../text';
import { AfterDelivery } from './after-delivery';
import { CancelButton } from './cancel-button';
import { Recipients } from './recipients';
import { ResendUncertain } from './resend-uncertain';
import { leftOf, percentOf, rateOf, rateText, restText, type Sample, sentOf, withSample } from './speed';
import { StatesGrid } from './states-grid';

export interface UnderWayProps {
  campaign: CampaignView;
  /** Time at which the figures were read. */
  readAt: number;
}

/** Emails per second, from the figures that the page has read. */
function useRate({ campaign, readAt }: UnderWayProps): number | undefined {
  const sent = sentOf(campaign.counts);
  const isSending = campaign.state === 'sending';
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((before) => (isSending ? withSample(before, { at: readAt, sent }) : []));
  }, [readAt, sent, isSending]);
  return rateOf(samples);
}

/** A campaign that goes out or was paused. */
export function UnderWay({ campaign, readAt }: UnderWayProps) {
  const rate = useRate({ campaign, readAt });
  const { counts, number } = campaign;
  const isPaused = campaign.state === 'paused';
  const percent = percentOf(counts);
  const pause = campaign.pause && pauseText(campaign.pause, campaign.pause_reason);
  return (
    <>
      <section aria-label="Andamento" className="border-t border-border-strong pt-6">
        {pause && (
          <div
            role="alert"
            className="mb-6 max-w-[70ch] border border-destructive p-5 type-ui [overflow-wrap:anywhere]"
          >
            <p className="font-label">{pause.title}</p>
            <p className="mt-1 text-foreground-2">{pause.text}</p>
          </div>
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <p>
            <span className="type-display-3 tabular-nums">{percent}%</span>
            <span className="ml-3 type-ui text-muted-foreground tabular-nums">
              {formatNumber(counts.recipients - leftOf(counts))} de {formatNumber(counts.recipients)}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {isPaused ? <ResumeButton number={number} /> : <PauseButton number={number} />}
            {isPaused && <ResendUncertain campaign={campaign} />}
            <CancelButton campaign={campaign} />
          </div>
        </div>
        <div className="mt-4">
          <Bar percent={percent} />
        </div>
        <p className="mt-2 min-h-6 type-ui text-foreground-2 tabular-nums">{speedText(campaign, rate)}</p>
        <p role="status" className="sr-only">
          {isPaused ? 'Envio pausado' : `${Math.floor(percent / 10) * 10}% enviado`}
        </p>
        <div className="mt-6">
          <StatesGrid counts={counts} />
        </div>
        {counts.unsubscribed + counts.bounced + counts.complaints > 0 && (
          <div className="mt-8">
            <AfterDelivery campaign={campaign} />
          </div>
        )}
      </section>
      <Recipients campaign={campaign} />
    </>
  );
}

function speedText({ state, counts }: CampaignView, rate: number | undefined): string {
  if (state === 'paused') return 'Pausado. Nada sai até você continuar.';
  if (rate === undefined) return 'Medindo o ritmo...';
  if (rate === 0)
    return 'Nada saiu no último meio minuto: o limite de envio foi atingido, ou outra campanha está na frente.';
  return `${rateText(rate)} · falta ${restText(leftOf(counts) / rate)}`;
}

function PauseButton({ number }: { number: number }) {
  const pausing = useAction({
    run: () => functionAnswer('pause-campaign', { number }),
    done: { title: 'O envio está pausado', tone: 'success' },
    failure: 'Não foi possível pausar o envio.',
    refreshes: CAMPAIGN_CHANGED,
  });
  return (
    <Button size="small" busy={pausing.isPending} busyLabel="Pausando..." onClick={() => pausing.mutate()}>
      <Pause aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Pausar
    </Button>
  );
}

export function ResumeButton({ number, label = 'Continuar' }: { number: number; label?: string }) {
  const resuming = useAction({
    run: () => functionAnswer('resume-campaign', { number }),
    done: { title: 'O envio continua', tone: 'success' },
    failure: 'Não foi possível continuar o envio.',
    refreshes: CAMPAIGN_CHANGED,
  });
  return (
    <Button size="small" busy={resuming.isPending} busyLabel="Continuando..." onClick={() => resuming.mutate()}>
      <Play aria-hidden="true" className="size-4" strokeWidth={1.8} />
      {label}
    </Button>
  );
}
