import { type ReactNode, useState } from 'react';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button, type ButtonVariant } from '@/ui/button';
import { toast } from '@/ui/toast';
import { type Act, useAct } from './queries';
import { failed, isRefusal } from './text';

export interface ActButtonProps {
  children: ReactNode;
  act: Act;
  /** Title of the message where it fails. */
  failure: string;
  variant?: ButtonVariant;
  busyLabel: string;
  /** Asked before; without it the press acts at once. */
  question?: { title: string; description: string; action: string };
}

/** A button that does something to a person and says what came of it. */
export function ActButton({ children, act, failure, variant = 'line', busyLabel, question }: ActButtonProps) {
  const [asking, setAsking] = useState(false);
  const doing = useAct();
  const run = () =>
    doing.mutate(act, {
      onSuccess: ({ message }) => toast({ title: message, tone: 'success' }),
      onError: (error) => {
        if (!isRefusal(error)) console.error(`${act.name} failed`, error);
        toast(failed(failure, error));
      },
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button
        variant={variant}
        size="small"
        busy={doing.isPending && !question}
        busyLabel={busyLabel}
        onClick={question ? () => setAsking(true) : run}
      >
        {children}
      </Button>
      {question && (
        <AlertDialog
          open={asking}
          onOpenChange={(open) => !doing.isPending && setAsking(open)}
          title={question.title}
          description={question.description}
          actionLabel={question.action}
          busy={doing.isPending}
          busyLabel={busyLabel}
          onAction={run}
        />
      )}
    </>
  );
}
