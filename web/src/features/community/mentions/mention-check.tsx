import { type ReactNode, Suspense, useState } from 'react';
import { latePart } from '@/ui/start/late-part';
import { mentions, unreachedMentions } from './mentions';

const MentionDialog = latePart(() => import('./mention-dialog'));

interface Waiting {
  names: string[];
  send: () => void;
}

/** Checks a text before it is sent and names the people it mentions in vain. The form renders `dialog`. */
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
  const close = () => setWaiting(undefined);
  const dialog = waiting && (
    <Suspense>
      <MentionDialog
        names={waiting.names}
        onClose={close}
        onSend={() => {
          close();
          waiting.send();
        }}
      />
    </Suspense>
  );
  return { check, dialog };
}
