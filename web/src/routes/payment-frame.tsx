import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { AccountLayout } from '@/features/accounts/layout/layout';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { SignedInGate } from '@/features/members/gates';
import { PaymentReturn } from '@/features/membership/subscription/payment-return';

/** The page a payment page returns to. `waits`: the payment takes days. */
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
            frame={(view) => <AccountLayout description="A sua assinatura." {...view} />}
          />
        )}
      </SignedInGate>
    </SessionProvider>
  );
}
