import { formatNumber } from '@/lib/format';
import type { ContentCounts } from './queries';

const COUNTERS: readonly { key: keyof ContentCounts; label: string }[] = [
  { key: 'total', label: 'Total de Conteúdos' },
  { key: 'published', label: 'Publicados' },
  { key: 'featured', label: 'Em Destaque' },
  { key: 'drafts', label: 'Rascunhos' },
];

/** One hairline strip; the numerals keep their place while they are being counted. */
export function OverviewCounters({ counts }: { counts: ContentCounts | undefined }) {
  return (
    <dl className="grid grid-cols-2 border-t border-l border-border lg:grid-cols-4">
      {COUNTERS.map(({ key, label }) => (
        <div key={key} className="flex flex-col-reverse justify-end gap-4 border-r border-b border-border p-5 lg:p-6">
          <dt className="type-ui text-muted-foreground">{label}</dt>
          <dd aria-busy={!counts} className="type-numeral text-[clamp(2.75rem,2rem+2.4vw,4.5rem)]">
            {counts ? formatNumber(counts[key]) : '\u2007'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
