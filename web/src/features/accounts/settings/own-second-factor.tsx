import { useSession } from '@/entities/session';
import { PersonContext } from './account';
import { type MfaView, ProveProvider } from './prove';
import { TwoFactor } from './two-factor/two-factor';

/** The own second factors, for pages beside the account's settings. */
export function OwnSecondFactor({ secondStep }: { secondStep: MfaView }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <PersonContext value={user}>
      <ProveProvider secondStep={secondStep}>
        <TwoFactor />
      </ProveProvider>
    </PersonContext>
  );
}
