import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount, formatDateTime } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Line } from '@/ui/panel-part';
import { Empty } from '@/ui/start/empty';
import { StateBadge } from '@/ui/state-badge';
import { useAction } from '@/widgets/use-action';
import { peopleText } from '../text';
import { NoticeDialog } from './notice-dialog';
import { type ContractNoticeView, NOTICES_CHANGED, noticesQuery } from './queries';
import { audienceText, dayText, KINDS, STATES } from './text';

/** Returns the figures of a notice as text. */
function figures({ recipients, sent, failed, created_at, finished_at: finished }: ContractNoticeView): string {
  return [
    peopleText(recipients),
    formatCount(sent, 'enviado', 'enviados'),
    failed > 0 && formatCount(failed, 'falhou', 'falharam'),
    finished ? `concluído em ${formatDateTime(finished)}` : `escrito em ${formatDateTime(created_at)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Notices of changes of price, terms and privacy policy. */
export function ContractNotices() {
  const notices = useQuery(noticesQuery);
  const [isWriting, setWriting] = useState(false);
  const add = (
    <Button size="small" onClick={() => setWriting(true)}>
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Novo aviso
    </Button>
  );
  return (
    <>
      <PanelHeading title="Avisos de mudança" count={notices.data?.notices.length ?? null}>
        {notices.data?.notices.length !== 0 && add}
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        O que os seus termos e a sua política prometem avisar por e-mail: mudança de preço, dos termos e da política.
        Sai uma vez para cada pessoa, também para quem não recebe cartas, e fica no que ela exporta da conta.
      </p>
      <Loaded
        query={notices}
        failed="Não foi possível carregar os avisos."
        loading="Carregando os avisos"
        skeleton={['h-15 w-full', 'mt-3 h-15 w-full']}
      >
        {({ notices: sent }) => (sent.length === 0 ? <NoneYet>{add}</NoneYet> : <SentNotices sent={sent} />)}
      </Loaded>
      {isWriting && <NoticeDialog earliest={notices.data?.earliest ?? []} onClose={() => setWriting(false)} />}
    </>
  );
}

const NoneYet = ({ children }: { children: ReactNode }) => (
  <Empty
    title="Nenhum aviso ainda"
    description="Antes de mudar um preço, os termos ou a política, escreva aqui a quem a mudança alcança."
  >
    {children}
  </Empty>
);

function SentNotices({ sent }: { sent: readonly ContractNoticeView[] }) {
  return (
    <div className="border-t border-border-strong pt-4">
      {sent.map((notice) => (
        <Line
          key={notice.id}
          title={notice.subject}
          detail={
            <>
              <span className="block">
                {KINDS[notice.kind]} · vale a partir de {dayText(notice.effective_on)} ·{' '}
                {audienceText(notice.audience, notice.plans)}
              </span>
              <span className="block tabular-nums">{figures(notice)}</span>
            </>
          }
        >
          <span className="flex flex-wrap items-center gap-3">
            <StateBadge tone={STATES[notice.state].tone}>{STATES[notice.state].label}</StateBadge>
            {notice.state === 'stopped' && <GoOn id={notice.id} />}
          </span>
        </Line>
      ))}
    </div>
  );
}

/** Lets a notice go on that stopped in a copied or moved database. */
function GoOn({ id }: { id: string }) {
  const going = useAction({
    run: () => functionAnswer('resume-contract-notice', { id }),
    done: { title: 'O envio continua', tone: 'success' },
    failure: 'Não foi possível continuar o envio.',
    refreshes: NOTICES_CHANGED,
  });
  return (
    <Button
      variant="line"
      size="small"
      busy={going.isPending}
      busyLabel="Continuando..."
      onClick={() => going.mutate()}
    >
      Continuar o envio
    </Button>
  );
}
