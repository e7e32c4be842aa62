import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/ui/link';
import { receiptsQuery } from './queries';

/** How often the bill is polled until it is stored here. */
const LOOK_MS = 5_000;

/** A link to the open boleto, for people who have left the payment page. */
export function OpenBill({ userId }: { userId: string }) {
  const { data: address } = useQuery({
    ...receiptsQuery(userId),
    select: (receipts) => receipts.find(({ status }) => status === 'open')?.hosted_url ?? null,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'open') ? false : LOOK_MS),
  });
  if (!address) return null;
  return (
    <ButtonLink href={address} size="small" newTab>
      Ver o boleto
    </ButtonLink>
  );
}
