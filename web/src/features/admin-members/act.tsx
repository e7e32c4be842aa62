import { ActButton, type ActButtonProps } from '@/ui/act-button';
import { type Act as Asked, useAct } from './queries';

export type ActProps = Omit<ActButtonProps, 'run' | 'busy'> & { act: Asked };

/** A button that does something to a membership and says what came of it. */
export function Act({ act, ...rest }: ActProps) {
  const doing = useAct();
  return <ActButton {...rest} run={() => doing.mutateAsync(act)} busy={doing.isPending} />;
}
