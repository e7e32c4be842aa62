import { useSession } from '@/lib/session';
import { Dialog } from '@/ui/dialog';
import { SecondStep } from '../second-step/second-step';
import { LoginForm } from '../sign-in/login-form';
import { SignOutButton } from '../sign-out-button';

/** The session ended while somebody was working: what is on the page stays until they are back. */
export function SessionEnded({ open }: { open: boolean }) {
  const { halfWay } = useSession();
  return (
    <Dialog
      open={open}
      // Closing would leave a page whose every call is refused: the ways on are signing in and leaving.
      onOpenChange={() => {}}
      title="Sua sessão terminou"
      description="Entre de novo para continuar. O que você escreveu está guardado nesta página."
      footer={<SignOutButton compact />}
    >
      {halfWay ? <SecondStep userId={halfWay.id} /> : <LoginForm />}
    </Dialog>
  );
}
