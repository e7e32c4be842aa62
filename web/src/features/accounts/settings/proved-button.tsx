import { Button } from '@/ui/button';
import { type Action, useProvedAction } from './prove';

export interface ProvedButtonProps {
  run: Action;
  failure: string;
  label: string;
  busyLabel: string;
  /** Subject of the button, for those who do not see its place. */
  about: string;
}

/** A button whose action may need recent proof. */
export function ProvedButton({ run, failure, label, busyLabel, about }: ProvedButtonProps) {
  const action = useProvedAction({ run, failure });
  return (
    <Button variant="line" size="small" busy={action.isPending} busyLabel={busyLabel} onClick={() => action.mutate()}>
      {label}
      <span className="sr-only"> {about}</span>
    </Button>
  );
}
