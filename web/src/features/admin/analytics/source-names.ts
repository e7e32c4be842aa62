/** Names of the sources of visits. */
import type { SourceKind } from '@/generated/clicks';
import { formatNumber } from '@/lib/format';
import { sum } from './days';
import type { Figures } from './queries';

export const KIND_NAMES: Readonly<Record<SourceKind, string>> = {
  direct: 'Direto ou não informado',
  search: 'Busca e assistentes',
  social: 'Redes sociais',
  newsletter: 'Newsletter e e-mail',
  campaign: 'Campanhas',
  site: 'Outros sites',
  other: 'Outros',
};

export function kindOf(word: string | null): SourceKind | undefined {
  return (Object.keys(KIND_NAMES) as SourceKind[]).find((kind) => kind === word);
}

type Source = Figures['sources'][number];

export type SourceFigures = Pick<Source, 'visits' | 'newsletter' | 'contact' | 'account' | 'plan'>;

export interface SourceGroup extends SourceFigures {
  kind: SourceKind;
  name: string;
  /** Empty where the group has no names. */
  sources: readonly (SourceFigures & { name: string })[];
}

/** Unknown is not zero: it stays unknown in the sum. */
function total(counts: readonly (number | null)[]): number | null {
  const known = counts.flatMap((count) => count ?? []);
  return known.length === 0 ? null : sum(known);
}

/** The sources by their groups, the group with most visits first. */
export function sourceGroups(sources: readonly Source[]): SourceGroup[] {
  const groups = Object.entries(KIND_NAMES).flatMap(([word, name]) => {
    const kind = kindOf(word);
    const own = sources.filter((source) => source.kind === word);
    if (!kind || own.length === 0) return [];
    return {
      kind,
      name,
      visits: sum(own.map(({ visits }) => visits)),
      newsletter: total(own.map(({ newsletter }) => newsletter)),
      contact: total(own.map(({ contact }) => contact)),
      account: total(own.map(({ account }) => account)),
      plan: total(own.map(({ plan }) => plan)),
      sources: own.flatMap(({ source, ...figures }) => (source ? { name: source, ...figures } : [])),
    };
  });
  return groups.sort((one, other) => other.visits - one.visits);
}

/** Returns `1 a cada 32 visitas`, or an empty text if there is nothing to divide. */
export function rate(reached: number, visits: number): string {
  if (reached === 0 || visits < reached) return '';
  return `1 a cada ${formatNumber(visits / reached)} visitas`;
}
