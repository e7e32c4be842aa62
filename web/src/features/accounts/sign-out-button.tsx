import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/entities/session';
import { Button } from '@/ui/button';

export interface SignOutButtonProps {
  compact?: boolean;
  /** True in a header. Phones hide the button there: the account menu has one, away from accidental touches. */
  inHeader?: boolean;
}

export function SignOutButton({ compact = false, inHeader = false }: SignOutButtonProps) {
  const { signOut } = useSession();
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    signOut()
      .catch((reason: unknown) => console.error('sign-out failed', reason))
      .finally(() => setBusy(false));
  };
  return (
    <Button
      variant={compact ? 'ghost' : 'line'}
      size="small"
      className={inHeader ? 'max-sm:hidden' : 'max-sm:px-3'}
      busy={busy}
      onClick={leave}
    >
      <LogOut aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      <span className={compact ? 'max-sm:sr-only' : undefined}>Sair</span>
    </Button>
  );
}
