import { useQuery } from '@tanstack/react-query';
import { useSettled } from '@/lib/use-settled';
import { Button } from '@/ui/button';
import { Fold } from '@/ui/fold';
import { SoftBreaks } from '@/ui/soft-breaks';
import { type CampaignList, readersQuery, type Segment, type SegmentReaders } from '../queries';
import { readersText } from '../text';
import { isComplete } from './questions';

/** The readers are counted this long after the last change of a question. */
const PAUSE_MS = 400;

/** The readers of a segment as it is now; none while a question lacks its answer. */
export function useReaders(list: CampaignList, segment: Segment) {
  const settled = JSON.parse(useSettled(JSON.stringify(segment), PAUSE_MS)) as Segment;
  return useQuery({ ...readersQuery(list, settled), enabled: isComplete(settled) });
}

export interface ReadersPreviewProps {
  list: CampaignList;
  segment: Segment;
}

/** The number of readers of a segment, and the first ones. */
export function ReadersPreview({ list, segment }: ReadersPreviewProps) {
  const readers = useReaders(list, segment);
  const isWhole = isComplete(segment);
  const { data } = readers;
  return (
    <div className="border-t border-border-strong pt-4">
      <div role="status" aria-busy={readers.isFetching}>
        {isWhole ? (
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="type-display-3 tabular-nums">{data ? readersText(data.count) : '\u2007'}</span>
            {data && <span className="type-meta">agora, sem quem saiu ou tem o endereço suprimido</span>}
          </p>
        ) : (
          <p className="type-ui text-muted-foreground">Complete as perguntas para contar os leitores.</p>
        )}
      </div>
      {isWhole && readers.isError && (
        <p className="mt-2 flex flex-wrap items-center gap-3 type-ui text-destructive">
          Não foi possível contar os leitores.
          <Button variant="line" size="small" onClick={() => void readers.refetch()}>
            Tentar de novo
          </Button>
        </p>
      )}
      {isWhole && data && data.count > 0 && <FirstReaders readers={data} />}
    </div>
  );
}

function FirstReaders({ readers: { count, readers } }: { readers: SegmentReaders }) {
  const title =
    count === 1 ? 'Ver quem é' : readers.length < count ? `Ver os primeiros ${readers.length}` : 'Ver quem são';
  return (
    <Fold title={title} className="mt-1">
      <ul className="border-y border-border">
        {readers.map(({ email, audience }) => (
          <li
            key={email}
            className="flex flex-wrap justify-between gap-x-4 border-b border-border py-2 type-ui last:border-b-0 [overflow-wrap:anywhere]"
          >
            <SoftBreaks text={email} />
            <span className="type-meta">{audience === 'full' ? 'texto completo' : 'com convite'}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
