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
import { latePart } from './start/late-part';

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
  return (
    <LateMenu trigger={props.trigger}>
      <MenuContent {...props} />
    </LateMenu>
  );
}

/** The button of a menu, and once it was pressed the menu in its place: a late part that shows the same button, opened. */
export function LateMenu({ trigger, children }: Pick<MenuProps, 'trigger'> & { children: ReactNode }) {
  const [used, setUsed] = useState(false);
  const closed = cloneElement(trigger, { 'aria-haspopup': 'menu', onClick: () => setUsed(true) });
  return used ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
