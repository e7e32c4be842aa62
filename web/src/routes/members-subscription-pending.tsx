import '@/styles/signed-in.css';
import { Door } from '@/features/auth/door/door';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SignedInGate } from '@/features/members/members-gate';
import { PaymentReturn } from '@/features/subscription/payment-return';
import { SessionProvider } from '@/lib/session';

export default function PaymentPendingRoute() {
  return (
    <SessionProvider>
      <SignedInGate title="Boleto">
        {({ user }) => (
          <PaymentReturn
            userId={user.id}
            email={user.email}
            waits
            signOut={<SignOutButton />}
            frame={(view) => <Door description="A sua assinatura." {...view} />}
          />
        )}
      </SignedInGate>
    </SessionProvider>
  );
}
