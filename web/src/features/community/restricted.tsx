import { Lock } from 'lucide-react';
import { paths } from '@/app/pages';
import { useShown } from '@/lib/shown';
import { Empty } from '@/ui/empty';
import { ButtonLink } from '@/ui/link';
import { communityText } from './text';

/** What a person without a subscription gets instead of the page. */
export function Restricted({ reason }: { reason: string }) {
  useShown();
  return (
    <Empty isPage icon={Lock} title={communityText.restricted} description={reason}>
      <ButtonLink href={paths.membersPlans} size="small">
        Ver planos
      </ButtonLink>
    </Empty>
  );
}
