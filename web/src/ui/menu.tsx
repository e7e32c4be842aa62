import {
  type ComponentType,
  cloneElement,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  Suspense,
  type SVGProps,
  useState,
} from 'react';
import { latePart } from './late-part';

const MenuContent = latePart(() => import('./menu-content'));

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

/** A menu of actions behind a button. It is loaded when the button is pressed first. */
export function Menu(props: MenuProps) {
  const { trigger } = props;
  const [used, setUsed] = useState(false);
  const closed = cloneElement(trigger, { 'aria-haspopup': 'menu', onClick: () => setUsed(true) });
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuContent {...props} />
    </Suspense>
  );
}
