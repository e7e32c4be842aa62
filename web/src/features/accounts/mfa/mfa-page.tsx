import { Door } from '../layout/layout';
import { SignOutButton } from '../sign-out-button';
import { SecondStep, type SecondStepProps } from './mfa';

/** A whole screen for the second step, with the way out. */
export function SecondStepDoor(props: SecondStepProps) {
  return (
    <Door
      title="Confirme que é você"
      description="Sua conta neste site."
      lede="Esta conta pede uma segunda etapa para entrar."
    >
      <SecondStep {...props} />
      <div className="mt-8">
        <SignOutButton />
      </div>
    </Door>
  );
}
