import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/ui/link';
import { receiptsQuery } from './queries';

/** How often the provider's bill is looked for until it is known here. */
const LOOK_MS = 5_000;

/** To the boleto that is still to be paid: whoever has left the payment page finds it again here. */
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
