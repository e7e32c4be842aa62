import '@/styles/signed-in.css';
import { GoOn } from '@/features/auth/landing/go-on';
import { SessionProvider } from '@/lib/session';

export default function AccountGoOnRoute() {
  return (
    <SessionProvider>
      <GoOn />
    </SessionProvider>
  );
}
