import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ActionCall, type Done, functionAnswer } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button, type ButtonVariant } from '@/ui/button';
import { useAction } from './use-action';

export const callAction = ({ name, body }: ActionCall): Promise<Done> => functionAnswer(name, body);

export interface ActionButtonProps {
  children: ReactNode;
  call: ActionCall;
  refreshes: readonly QueryKey[];
  failure: string;
  variant?: ButtonVariant;
  busyLabel: string;
  /** Asked before the action; without it a press starts it. */
  question?: { title: string; description: ReactNode; action: string; keep?: string };
}

/** A button of the panel that calls a server function and shows the result. */
export function ActionButton({
  children,
  call,
  refreshes,
  failure,
  variant = 'line',
  busyLabel,
  question,
}: ActionButtonProps) {
  const [asking, setAsking] = useState(false);
  const action = useAction({
    run: () => callAction(call),
    done: ({ message }) => ({ title: message, tone: 'success' }),
    failure,
    refreshes,
  });
  const run = () => action.mutate(undefined, { onSettled: () => setAsking(false) });
  const busy = action.isPending;
  return (
    <>
      <Button
        variant={variant}
        size="small"
        busy={busy && !question}
        busyLabel={busyLabel}
        onClick={question ? () => setAsking(true) : run}
      >
        {children}
      </Button>
      {question && (
        <AlertDialog
          open={asking}
          onOpenChange={(open) => !busy && setAsking(open)}
          title={question.title}
          description={question.description}
          actionLabel={question.action}
          {...(question.keep && { cancelLabel: question.keep })}
          busy={busy}
          busyLabel={busyLabel}
          onAction={run}
        />
      )}
    </>
  );
}
