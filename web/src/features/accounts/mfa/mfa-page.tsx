import { AccountLayout } from '../layout/layout';
import { SignOutButton } from '../sign-out-button';
import { Mfa, type MfaProps } from './mfa';

/** A whole screen for the second step, with the way out. */
export function MfaPage(props: MfaProps) {
  return (
    <AccountLayout
      title="Confirme que é você"
      description="Sua conta neste site."
      lede="Esta conta pede uma segunda etapa para entrar."
    >
      <Mfa {...props} />
      <div className="mt-8">
        <SignOutButton />
      </div>
    </AccountLayout>
  );
}
