import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { usePanelTitle } from '@/entities/panel-title';
import { isRefusedWith } from '@/lib/errors';
import { formatDateTime } from '@/lib/format';
import { BackLink } from '@/ui/back-link';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { NEW_CAMPAIGN } from '../links';
import { type CampaignView, campaignQuery } from '../queries';
import { CampaignMark } from '../state-mark';
import { LIST_NAMES } from '../text';
import { Asking } from './asking';
import { DraftPage } from './draft-page';
import { Outcome } from './outcome';
import { Scheduled } from './scheduled';
import { UnderWay } from './under-way';

/** The page of one campaign. `asked`: its number in the address, or the word for a new one. */
export function CampaignPage({ asked }: { asked: string }) {
  return (
    <div className="pt-6">
      <BackLink href={paths.adminCampaigns}>Cartas</BackLink>
      {asked === NEW_CAMPAIGN ? <NewCampaign /> : <SavedCampaign number={Number(asked)} />}
    </div>
  );
}

function NewCampaign() {
  usePanelTitle('Nova campanha');
  return (
    <>
      <Heading title="Nova campanha" />
      <DraftPage />
    </>
  );
}

function SavedCampaign({ number }: { number: number }) {
  const isNumber = Number.isSafeInteger(number) && number > 0;
  const campaign = useQuery({ ...campaignQuery(number), enabled: isNumber });
  usePanelTitle(campaign.data?.subject);
  if (!isNumber || isRefusedWith(campaign.error, 'campaign_unknown')) {
    return (
      <Empty title="Esta campanha não existe." description="O endereço está incompleto ou mudou." className="mt-6" />
    );
  }
  return (
    <Loaded
      query={campaign}
      failed="Não foi possível carregar a campanha."
      loading="Carregando a campanha"
      skeleton={['mt-6 h-12 w-80', 'mt-10 h-64 w-full', 'mt-6 h-64 w-full']}
    >
      {(loaded) => (
        <>
          <Heading title={loaded.subject}>
            <CampaignMark state={loaded.state} />
            {LIST_NAMES[loaded.list]}
            {` · ${whenText(loaded)}`}
          </Heading>
          {contentOf(loaded, campaign.dataUpdatedAt)}
        </>
      )}
    </Loaded>
  );
}

/** Returns the contents of a campaign's page by its state. */
function contentOf(campaign: CampaignView, readAt: number): ReactNode {
  switch (campaign.state) {
    case 'draft':
      return <DraftPage campaign={campaign} />;
    case 'scheduled':
      return <Scheduled campaign={campaign} />;
    case 'asking':
      return <Asking campaign={campaign} />;
    case 'sending':
    case 'paused':
      return <UnderWay campaign={campaign} readAt={readAt} />;
    case 'done':
    case 'cancelled':
      return <Outcome campaign={campaign} />;
  }
}

function whenText({ started_at: started, finished_at: finished, scheduled_at: scheduled, updated_at }: CampaignView) {
  if (finished) return `encerrada em ${formatDateTime(finished)}`;
  if (started) return `começou em ${formatDateTime(started)}`;
  if (scheduled) return `marcada para ${formatDateTime(scheduled)}`;
  return `salva em ${formatDateTime(updated_at)}`;
}

function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mt-4 mb-8">
      <h2 className="type-display-3 [overflow-wrap:anywhere]">{title}</h2>
      {children && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 type-meta tabular-nums">{children}</p>
      )}
    </div>
  );
}
