import '@/styles/signed-in.css';
import { Door } from '@/features/auth/door/door';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SignedInGate } from '@/features/members/members-gate';
import { PaymentReturn } from '@/features/subscription/payment-return';
import { SessionProvider } from '@/lib/session';

/** Where a payment page leads back to. `waits`: the payment takes days. */
export function PaymentFrame({ title, waits }: { title: string; waits: boolean }) {
  return (
    <SessionProvider>
      <SignedInGate title={title}>
        {({ user }) => (
          <PaymentReturn
            userId={user.id}
            email={user.email}
            waits={waits}
            signOut={<SignOutButton />}
            frame={(view) => <Door description="A sua assinatura." {...view} />}
          />
        )}
      </SignedInGate>
    </SessionProvider>
  );
}
