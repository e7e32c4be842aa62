import { useQuery } from '@tanstack/react-query';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Loaded } from '@/ui/loaded';
import { Shown } from '../campaign/email-preview';
import { type SequenceName, sequenceEmailQuery } from './queries';

export interface EmailOfStep {
  sequence: SequenceName;
  step: number;
  email: string;
}

/** The email of a step as a person would get it. */
export function EmailDialog({ of, onClose }: { of: EmailOfStep; onClose: () => void }) {
  const email = useQuery(sequenceEmailQuery(of.sequence, of.step, of.email));
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="O e-mail deste passo"
      description="Com os dados desta pessoa. O link para deixar de receber não vale na prévia."
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <Loaded
        query={email}
        failed="Não foi possível montar o e-mail."
        loading="Montando o e-mail"
        skeleton={['h-144 w-full']}
      >
        {(shown) => <Shown email={shown} screen="wide" scheme="light" />}
      </Loaded>
    </Dialog>
  );
}
