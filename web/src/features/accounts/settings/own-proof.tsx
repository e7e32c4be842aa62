import type { ReactNode } from 'react';
import { useSession } from '@/entities/session';
import { PersonContext } from './account';
import { type MfaView, ProveProvider } from './prove';

/** Asks for recent proof on pages beside the account's settings. */
export function OwnProof({ secondStep, children }: { secondStep: MfaView; children: ReactNode }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <PersonContext value={user}>
      <ProveProvider secondStep={secondStep}>{children}</ProveProvider>
    </PersonContext>
  );
}
