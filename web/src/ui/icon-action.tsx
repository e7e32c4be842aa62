import type { ComponentType, SVGProps } from 'react';
import { Button, type ButtonProps } from './button';
import { Tooltip } from './tooltip';

export interface IconActionProps extends Omit<ButtonProps, 'aria-label' | 'children'> {
  hint: string;
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  filled?: boolean;
}

/** An action of a row: an icon with a tooltip. */
export function IconAction({ hint, label, icon: Icon, filled = false, ...rest }: IconActionProps) {
  return (
    <Tooltip label={hint}>
      <Button variant="ghost" size="icon" aria-label={label} {...rest}>
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} fill={filled ? 'currentColor' : 'none'} />
      </Button>
    </Tooltip>
  );
}
