import type { ComponentType, MouseEventHandler, ReactElement, ReactNode, SVGProps } from 'react';

export interface MenuItem {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  onSelect: () => void;
  destructive?: boolean;
}

interface TriggerProps {
  onClick?: MouseEventHandler;
  'aria-haspopup'?: 'menu';
}

export interface MenuProps {
  /** The button that opens it; it has its own `aria-label`. */
  trigger: ReactElement<TriggerProps>;
  /** Shown above the entries. */
  heading?: ReactNode;
  /** Groups are divided by a rule; empty ones are left out. */
  groups: readonly (readonly MenuItem[])[];
}
