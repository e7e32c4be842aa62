import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { GoOn } from '@/features/accounts/callback/continue';

export default function AccountGoOnRoute() {
  return (
    <SessionProvider>
      <GoOn />
    </SessionProvider>
  );
}
