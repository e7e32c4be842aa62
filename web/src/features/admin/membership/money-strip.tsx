import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { formatNumber } from '@/lib/format';
import { LoadFailed } from '@/ui/loaded';
import { FigureStrip } from '@/widgets/figure-strip';
import { comparison, giftsText } from './months';
import { incomeQuery } from './queries';
import { money } from './text';

/** Income on the panel's first page. All figures are above the list of members. */
export function MoneyStrip() {
  const income = useQuery(incomeQuery);
  if (income.isError) return <LoadFailed title="Não foi possível calcular a receita." query={income} />;
  const { active, courtesies, months = [] } = income.data ?? {};
  const [before, now] = months.slice(-2);
  const recurring = now && before && comparison(now.recurring, before.recurring, before.month, money);
  return (
    <section aria-labelledby="receita" className="mb-6">
      <h3 id="receita" className="sr-only">
        Receita
      </h3>
      <FigureStrip
        className="lg:grid-cols-3!"
        figures={[
          {
            label: 'Receita recorrente mensal',
            value: now && money(now.recurring),
            note: recurring,
            href: paths.adminMembers,
            isLong: true,
          },
          {
            label: 'Membros ativos',
            value: active === undefined ? undefined : formatNumber(active),
            note: courtesies === undefined ? undefined : giftsText(courtesies),
            href: paths.adminMembers,
          },
          {
            label: 'Novas assinaturas neste mês',
            value: now && formatNumber(now.started),
            note: now && before && comparison(now.started, before.started, before.month, formatNumber),
            href: paths.adminMembers,
          },
        ]}
      />
    </section>
  );
}
