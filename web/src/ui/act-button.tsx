import { type ReactNode, useState } from 'react';
import { FAILURE_ADVICE, failureOf } from '@/lib/failure';
import { FunctionFailed } from '@/lib/functions';
import { AlertDialog } from './alert-dialog';
import { Button, type ButtonVariant } from './button';
import { type ToastMessage, toast } from './toast';

/** The server understood and said no: nothing for the console. */
export const isRefusal = (error: unknown): boolean => error instanceof FunctionFailed && error.advice !== undefined;

/** A refusal in the server's words, where it has some for people. */
export function failed(title: string, error: unknown): ToastMessage {
  const advice = error instanceof FunctionFailed ? error.advice : undefined;
  return { title, description: advice ?? FAILURE_ADVICE[failureOf(error).kind], tone: 'destructive' };
}

export interface ActButtonProps {
  children: ReactNode;
  /** Does it; the answer says in a sentence what was done. */
  run: () => Promise<{ message: string }>;
  busy: boolean;
  /** Title of the message where it fails. */
  failure: string;
  variant?: ButtonVariant | undefined;
  busyLabel: string;
  /** Asked before; without it the press acts at once. */
  question?: { title: string; description: ReactNode; action: string } | undefined;
}

/** A button of the panel that does something and says what came of it. */
export function ActButton({ children, run, busy, failure, variant = 'line', busyLabel, question }: ActButtonProps) {
  const [asking, setAsking] = useState(false);
  const act = () =>
    void run()
      .then(({ message }) => toast({ title: message, tone: 'success' }))
      .catch((error: unknown) => {
        if (!isRefusal(error)) console.error(failure, error);
        toast(failed(failure, error));
      })
      .finally(() => setAsking(false));
  return (
    <>
      <Button
        variant={variant}
        size="small"
        busy={busy && !question}
        busyLabel={busyLabel}
        onClick={question ? () => setAsking(true) : act}
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
          busy={busy}
          busyLabel={busyLabel}
          onAction={act}
        />
      )}
    </>
  );
}
