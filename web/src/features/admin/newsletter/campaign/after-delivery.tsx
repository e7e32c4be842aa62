import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNumber } from '@/lib/format';
import { type CampaignCounts, type CampaignView, letterVisitsQuery } from '../queries';

/** Shares of complaints at which large providers begin to distrust a sender, and to refuse it. */
const WARNING_SHARE = 0.001;
const STOP_SHARE = 0.003;

type Shared = Pick<CampaignCounts, 'complaints' | 'delivered'>;

const shareText = (count: number, all: number): string =>
  all === 0 ? '' : `${formatNumber((count / all) * 100, 2)}% dos entregues`;

/** Share of the delivered emails that were reported as spam. */
export const complaintShare = ({ complaints, delivered }: Shared): number =>
  delivered === 0 ? 0 : complaints / delivered;

/** Warns where large providers begin to distrust a sender, and where they refuse it. */
export function complaintNote({ complaints, delivered }: Shared): string {
  const share = complaintShare({ complaints, delivered });
  const text = shareText(complaints, delivered);
  if (share >= STOP_SHARE) return `${text}. Acima de 0,3%, os provedores recusam o remetente: reveja a lista.`;
  if (share >= WARNING_SHARE) return `${text}. Acima de 0,1%, os provedores começam a desconfiar.`;
  return text;
}

/** Figures of what came back after the sending. */
export function AfterDelivery({ campaign }: { campaign: CampaignView }) {
  const { counts } = campaign;
  const { delivered, unsubscribed, bounced, complaints } = counts;
  const visits = useQuery(letterVisitsQuery(campaign));
  const figures = [
    {
      label: 'Visitas ao site pela carta',
      value: visits.data,
      note: visits.isError ? 'Não foi possível carregar.' : 'Sem saber de quem: o link é o mesmo para todos.',
    },
    { label: 'Saíram da lista por esta carta', value: unsubscribed, note: shareText(unsubscribed, delivered) },
    { label: 'Voltaram depois de entregues', value: bounced, note: shareText(bounced, delivered) },
    { label: 'Marcaram como spam', value: complaints, note: complaintNote(counts) },
  ];
  return (
    <div>
      <h3 className="type-title-2">Depois da entrega</h3>
      <dl className="mt-4 grid border-t border-border sm:grid-cols-2 xl:grid-cols-4">
        {figures.map(({ label, value, note }) => (
          <div key={label} className="border-b border-border py-4 pr-6">
            <dt className="type-meta">{label}</dt>
            <dd className="mt-1 type-title-1 tabular-nums">{value === undefined ? '\u2007' : formatNumber(value)}</dd>
            <dd className="type-meta tabular-nums">{note}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 type-meta">
        Contado sem rastreadores: {formatCount(delivered, 'e-mail entregue', 'e-mails entregues')}, e o que as pessoas e
        os servidores responderam. Quem pede para não ser contado não entra nas visitas.
      </p>
    </div>
  );
}
