import { Tabs as Primitive } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Tab } from './tabs';

export interface SideTabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValueChange: (value: string) => void;
  /** Places the list of tabs and the open tab's content on the page. */
  layout: (list: ReactNode, content: ReactNode) => ReactNode;
  listClass: string;
  tabClass: string;
  labelOf: (tab: Tab) => ReactNode;
}

/** Steps of the arrow keys of the other axis. Those of the tabs' own axis are Radix's. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function onArrow(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.findIndex((tab) => tab.matches(':focus'));
  if (at < 0) return;
  event.preventDefault();
  tabs.at((at + step) % tabs.length)?.focus();
}

/** Tabs in a row on narrow screens and in a column on wide ones: the arrow keys of both axes lead along them. */
export function SideTabs({ label, tabs, value, onValueChange, layout, listClass, tabClass, labelOf }: SideTabsProps) {
  const list = (
    <Primitive.List aria-label={label} className={listClass} onKeyDown={onArrow}>
      {tabs.map((tab) => (
        <Primitive.Trigger key={tab.value} value={tab.value} className={tabClass}>
          {labelOf(tab)}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
  );
  const content = tabs.map((tab) => (
    <Primitive.Content key={tab.value} value={tab.value} tabIndex={-1} className="focus-visible:outline-none">
      {tab.content}
    </Primitive.Content>
  ));
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      {layout(list, content)}
    </Primitive.Root>
  );
}
