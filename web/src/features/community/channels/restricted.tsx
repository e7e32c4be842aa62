import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import type { Access } from '@/entities/access';
import { useShown } from '@/lib/shown';
import { ButtonLink } from '@/ui/link';
import { Empty } from '@/ui/start/empty';
import { communityText } from '../feed/text';
import { channelsQuery } from '../queries';

type Admission = Pick<Access, 'hasAccess' | 'isStaff'>;

export const isAdmitted = ({ hasAccess, isStaff }: Admission): boolean => hasAccess || isStaff;

export interface AdmittedProps {
  access: Admission;
  /** Shown in place of the page. */
  reason: string;
  children: ReactNode;
}

/** The page, for subscribers and staff. Nobody else reads any channel: who reads none has lost the access meanwhile. */
export function Admitted({ access, reason, children }: AdmittedProps) {
  const channels = useQuery({ ...channelsQuery(), enabled: isAdmitted(access) });
  if (!isAdmitted(access) || channels.data?.length === 0) return <Restricted reason={reason} />;
  return children;
}

function Restricted({ reason }: { reason: string }) {
  useShown();
  return (
    <Empty isPage icon={Lock} title={communityText.restricted} description={reason}>
      <ButtonLink href={paths.membersPlans} size="small">
        Ver planos
      </ButtonLink>
    </Empty>
  );
}
