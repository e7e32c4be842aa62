import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/entities/session';
import { Button } from '@/ui/button';

export interface SignOutButtonProps {
  compact?: boolean;
  /** In a header: on phones the menu of the account has it, where no touch beside it signs out. */
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
