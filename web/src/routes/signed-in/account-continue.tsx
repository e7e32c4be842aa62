import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { ContinuePage } from '@/features/accounts/callback/continue';

export default function AccountGoOnRoute() {
  return (
    <SessionProvider>
      <ContinuePage />
    </SessionProvider>
  );
}
