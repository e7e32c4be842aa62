import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { mentions, unreachedMentions } from './mentions';

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;

interface Waiting {
  names: string[];
  send: () => void;
}

/** Before a text is sent: says whom it mentions in vain. `dialog` is rendered by the form. */
export function useMentionCheck(channel: string): {
  check: (content: string, send: () => void) => void;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<Waiting>();
  const check = (content: string, send: () => void) => {
    if (!mentions(content)) return send();
    unreachedMentions(channel, content)
      .then((names) => (names.length > 0 ? setWaiting({ names, send }) : send()))
      .catch((reason: unknown) => {
        // Sending fails for the same reason, or notifies nobody without access.
        console.warn('the mentions could not be checked', reason);
        send();
      });
  };
  const names = waiting?.names ?? [];
  const dialog = (
    <Dialog
      open={waiting !== undefined}
      onOpenChange={(open) => !open && setWaiting(undefined)}
      title="Menção sem acesso"
      description={
        names.length === 1
          ? `${names[0]} não tem acesso a este canal: não recebe aviso e não vê o texto.`
          : `${listed(names)} não têm acesso a este canal: não recebem aviso e não veem o texto.`
      }
      footer={
        <>
          <DialogClose>
            <Button variant="ghost" size="small">
              Voltar ao texto
            </Button>
          </DialogClose>
          <Button
            size="small"
            onClick={() => {
              setWaiting(undefined);
              waiting?.send();
            }}
          >
            Enviar assim mesmo
          </Button>
        </>
      }
    />
  );
  return { check, dialog };
}
