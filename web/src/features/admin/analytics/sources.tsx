import type { ReactNode } from 'react';
import type { Conversions } from '@/generated/functions';
import { formatNumber } from '@/lib/format';
import { CsvButton } from '@/widgets/csv-button';
import { change } from './days';
import type { Figures } from './queries';
import { rate, type SourceFigures, sourceGroups } from './source-names';

const EXPLANATION =
  'Uma visita começa quando alguém chega de outro site, de um e-mail ou digita o endereço. Do lugar de origem só guardamos o nome. Newsletter, mensagens, contas e planos aparecem por origem quando ocorrem na mesma visita e há pelo menos 5 no período; os totais estão acima.';

const COLUMNS = [
  { head: 'Visitas', of: ({ visits }: SourceFigures) => visits },
  { head: 'Newsletter', of: ({ newsletter }: SourceFigures) => newsletter },
  { head: 'Mensagens', of: ({ contact }: SourceFigures) => contact },
  { head: 'Contas', of: ({ account }: SourceFigures) => account },
  { head: 'Planos', of: ({ plan }: SourceFigures) => plan },
] as const;

/** Sources of the period's visits, by groups and names. */
export function Sources({ sources }: { sources: Figures['sources'] }) {
  const groups = sourceGroups(sources);
  const all = groups.reduce((total, { visits }) => total + visits, 0);
  return (
    <section aria-labelledby="origens" className="mt-14">
      <h3 id="origens" className="border-t border-border-strong pt-4 type-title-2">
        De onde vêm
      </h3>
      <p className="mt-2 max-w-[62ch] type-ui text-muted-foreground">{EXPLANATION}</p>
      {groups.length === 0 ? (
        <p className="mt-4 text-foreground-2">Nenhuma origem contada ainda.</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section aria-label="Números: De onde vêm" tabIndex={0} className="relative mt-4 overflow-x-auto">
            <table className="w-full min-w-160 border-collapse type-ui">
              <caption className="sr-only">Visitas por origem</caption>
              <thead>
                <tr className="border-b border-border">
                  <th scope="col" className="py-2 text-left font-label">
                    Origem
                  </th>
                  {COLUMNS.map(({ head }) => (
                    <th key={head} scope="col" className="w-24 py-2 pl-4 text-right lg:w-28 font-label">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              {groups.map((group) => (
                <tbody key={group.kind}>
                  <FigureRow figures={group} scope="rowgroup" className="border-t border-border font-label">
                    {group.name} <span className="type-meta">{formatNumber((group.visits / all) * 100)}%</span>
                  </FigureRow>
                  {group.sources.map((source) => (
                    <FigureRow key={source.name} figures={source} scope="row" className="text-foreground-2">
                      <span className="block pl-4 [overflow-wrap:anywhere]">{source.name}</span>
                    </FigureRow>
                  ))}
                </tbody>
              ))}
            </table>
          </section>
          <div className="mt-6">
            <CsvButton
              name="origens"
              columns={[
                ['Grupo', ({ group }) => group],
                ['Origem', ({ name }) => name],
                ['Visitas', ({ visits }) => String(visits)],
                ['Newsletter', ({ newsletter }) => String(newsletter ?? '')],
                ['Mensagens', ({ contact }) => String(contact ?? '')],
                ['Contas', ({ account }) => String(account ?? '')],
                ['Planos', ({ plan }) => String(plan ?? '')],
              ]}
              rows={async () =>
                groups.flatMap(({ sources: named, ...group }) =>
                  (named.length > 0 ? named : [{ ...group, name: '' }]).map((row) => ({ ...row, group: group.name })),
                )
              }
            />
          </div>
        </>
      )}
    </section>
  );
}

function FigureRow({
  figures,
  scope,
  className,
  children,
}: {
  figures: SourceFigures;
  scope: 'row' | 'rowgroup';
  className: string;
  children: ReactNode;
}) {
  return (
    <tr className={className}>
      <th scope={scope} className="py-2 text-left font-[inherit]">
        {children}
      </th>
      {COLUMNS.map(({ head, of }) => {
        const count = of(figures);
        return (
          <td key={head} className="py-2 pl-4 text-right tabular-nums">
            {count === null ? <Few /> : formatNumber(count)}
          </td>
        );
      })}
    </tr>
  );
}

function Few() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">menos de 5 no período</span>
    </>
  );
}

const GOALS = [
  { key: 'newsletter', label: 'Inscrições na newsletter' },
  { key: 'contact', label: 'Mensagens de contato' },
  { key: 'account', label: 'Contas criadas' },
  { key: 'plan', label: 'Assinaturas pagas' },
] as const;

/** Conversions of the period, by visitors from anywhere. */
export function ConversionFigures({
  conversions,
  visits,
  period,
}: {
  conversions: Conversions;
  visits: number;
  period: number;
}) {
  return (
    <section aria-labelledby="conversao" className="mt-14">
      <h3 id="conversao" className="mb-5 border-t border-border-strong pt-4 type-title-2">
        O que as visitas trouxeram
      </h3>
      <FigureGrid>
        {GOALS.map(({ key, label }) => {
          const { now, before } = conversions[key];
          return (
            <Figure
              key={key}
              label={label}
              value={now}
              note={[rate(now, visits), change(now, before, period)].filter(Boolean).join('. ')}
            />
          );
        })}
      </FigureGrid>
    </section>
  );
}

export function FigureGrid({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 border-t border-l border-border lg:grid-cols-4">{children}</dl>;
}

export function Figure({ label, value, note = '' }: { label: string; value: number; note?: string }) {
  return (
    <div className="row-span-3 grid grid-rows-subgrid gap-3 border-r border-b border-border p-4 lg:p-6">
      <dt className="type-ui text-muted-foreground">{label}</dt>
      <dd className="self-end type-numeral text-[clamp(2.25rem,1.8rem+1.6vw,3.5rem)]">{formatNumber(value)}</dd>
      <dd className="type-meta">{note}</dd>
    </div>
  );
}
