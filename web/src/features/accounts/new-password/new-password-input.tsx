import { callAuth } from '@/lib/backend';
import { NotSignedIn } from '@/lib/errors';
import { PasswordInput, type PasswordInputProps } from '@/ui/password-input';
import type { LinkKind } from './new-password-permit';

export function NewPasswordInput(props: PasswordInputProps) {
  return <PasswordInput {...props} required autoComplete="new-password" />;
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
