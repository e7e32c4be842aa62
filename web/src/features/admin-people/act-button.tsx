import { ActButton as Shown, type ActButtonProps as ShownProps } from '@/ui/act-button';
import { type Act, useAct } from './queries';

export type ActButtonProps = Omit<ShownProps, 'run' | 'busy'> & { act: Act };

/** A button that does something to a person and says what came of it. */
export function ActButton({ act, ...rest }: ActButtonProps) {
  const doing = useAct();
  return <Shown {...rest} run={() => doing.mutateAsync(act)} busy={doing.isPending} />;
}
