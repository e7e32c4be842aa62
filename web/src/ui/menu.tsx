import { cloneElement, type ReactNode, Suspense, useState } from 'react';
import type { MenuProps } from './menu-props';
import { latePart } from './start/late-part';

const MenuContent = latePart(() => import('./menu-content'));

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
