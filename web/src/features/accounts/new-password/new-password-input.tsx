import { Eye, EyeOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { callAuth } from '@/lib/backend';
import { NotSignedIn } from '@/lib/errors';
import { Input } from '@/ui/input';
import type { LinkKind } from './new-password-permit';

export interface NewPasswordInputProps extends ComponentProps<'input'> {
  shown: boolean;
  onToggle?: () => void;
}

export function NewPasswordInput({ shown, onToggle, ...rest }: NewPasswordInputProps) {
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        required
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        className={onToggle && 'pr-13'}
      />
      {onToggle && (
        <button
          type="button"
          aria-label="Mostrar senha"
          aria-pressed={shown}
          onClick={onToggle}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted-foreground hover:text-foreground"
        >
          <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </button>
      )}
    </div>
  );
}

export async function exchangeLink(tokenHash: string, kind: LinkKind): Promise<string> {
  const data = await callAuth((auth) => auth.verifyOtp({ token_hash: tokenHash, type: kind }));
  if (!data.user) throw new NotSignedIn();
  return data.user.id;
}

/** Sets the password of this person only: another tab may have signed in somebody else since. */
export async function savePassword(userId: string, password: string): Promise<void> {
  const data = await callAuth((auth) => auth.getSession());
  if (data.session?.user.id !== userId) throw new NotSignedIn();
  await callAuth((auth) => auth.updateUser({ password }));
}
